import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import type { GuideFault } from 'rpcloom/codegen'

/** The YAML at the start of a guide. */
export interface FrontMatter {
  readonly title?: string
  readonly description?: string
  /** Position among the guides of a glob. */
  readonly order?: number
  /** Words by which readers look for the guide. */
  readonly search: readonly string[]
}

export interface FrontMatterResult {
  readonly front: FrontMatter
  /** Number of lines of the front matter. */
  readonly lines: number
  readonly faults: readonly GuideFault[]
}

type Member = string | number | readonly string[]

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

const members: Readonly<
  Record<string, { readonly isValid: (value: unknown) => boolean; readonly expected: string }>
> = {
  title: { isValid: isText, expected: 'a string' },
  description: { isValid: isText, expected: 'a string' },
  order: { isValid: (value) => typeof value === 'number', expected: 'a number' },
  search: { isValid: isList, expected: 'a list of strings' },
}

/** Reads the front matter of a guide. Unknown members are faults, because a misspelled one would have no effect. */
export function readFrontMatter(path: string, text: string): FrontMatterResult {
  const [whole, yaml] = /^---\n([^]*?)(?:^|\n)---(?:\n|$)/.exec(text) ?? []
  if (whole === undefined || yaml === undefined) {
    return { front: { search: [] }, lines: 0, faults: [] }
  }
  const counter = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: counter })
  const faultAt = (offset: number, message: string): GuideFault => {
    const { line, col } = counter.linePos(offset)
    return { path, message, line: line + 1, column: col }
  }
  const lines = whole.split('\n').length - 1
  const [error] = document.errors
  if (error !== undefined) {
    const [reason = ''] = error.message.split(/ at line |\n/)
    const faults = [faultAt(error.pos[0], `The front matter is not valid YAML: ${reason}.`)]
    return { front: { search: [] }, lines, faults }
  }
  const found = new Map<string, Member>()
  const faults: GuideFault[] = []
  const { contents } = document
  if (contents !== null && !isMap(contents))
    faults.push(faultAt(0, 'The front matter must be a map.'))
  for (const { key, value } of isMap(contents) ? contents.items : []) {
    const name = isScalar(key) ? String(key.value) : ''
    const offset = isScalar(key) ? (key.range?.[0] ?? 0) : 0
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    const read: unknown = isMap(value) ? undefined : document.get(name)
    const plain: unknown = read !== null && typeof read === 'object' ? Object(value).toJSON() : read
    if (member === undefined) {
      const names = Object.keys(members).join(', ')
      faults.push(
        faultAt(offset, `Unknown member \`${name}\` of the front matter; known: ${names}.`),
      )
    } else if (!member.isValid(plain)) {
      faults.push(faultAt(offset, `The member \`${name}\` must be ${member.expected}.`))
    } else found.set(name, plain as Member)
  }
  return { front: { search: [], ...Object.fromEntries(found) }, lines, faults }
}
