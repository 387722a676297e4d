import type { Node } from 'jsonc-parser'
import type { YAMLMap } from 'yaml'
import { jsoncParser, yamlOptions, yamlParser } from './libraries.ts'
import { tokensOf } from '../../json/pointer.ts'
import type { Position } from '../../openrpc/loaded.ts'

/** Whether a file is YAML, judged by its extension or else by the first character. */
export function isYaml(path: string, text: string): boolean {
  const [, ending] = /\.(json|ya?ml)$/i.exec(path.replace(/^(https?:[^?#]*)[?#].*$/i, '$1')) ?? []
  return ending === undefined ? !/^\s*([[{"]|$)/.test(text) : ending.toLowerCase() !== 'json'
}

/** Returns a function from offsets to lines and columns. Splits the text into lines on first use. */
export function positionsIn(text: string): (offset: number) => Position {
  let starts: readonly number[] | undefined
  return (offset) => {
    starts ??= lineStarts(text)
    const line = lastUpTo(starts, offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

/** Returns a function from JSON pointers to positions. The text is parsed on first use. */
export function locator(file: string, text: string): (pointer: string) => Position {
  let offsetOf: ((tokens: readonly string[]) => number) | undefined
  const position = positionsIn(text)
  return (pointer) => {
    offsetOf ??= isYaml(file, text) ? yamlOffsets(text) : jsonOffsets(text)
    return position(offsetOf(tokensOf(pointer)))
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/**
 * Returns the index of the last number that is not greater than `limit`, or 0 if all numbers are
 * greater. `numbers` must be ascending.
 */
export function lastUpTo(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle
    else high = middle
  }
  return low
}

/**
 * Returns a function from pointer tokens to offsets. For a missing value, the function returns the
 * offset of the nearest existing parent.
 */
function jsonOffsets(text: string): (tokens: readonly string[]) => number {
  const root = jsoncParser().parseTree(text)
  const memberOf = indexed((node: Node) =>
    (node.children ?? []).map(({ children: [key, value] = [] }) => [String(key?.value), value]),
  )
  return (tokens) => {
    let node = root
    for (const token of tokens) {
      const next: Node | undefined =
        node?.type === 'array' ? node.children?.[Number(token)] : node && memberOf(node, token)
      if (next === undefined) break
      node = next
    }
    return node?.offset ?? 0
  }
}

/**
 * Returns a function that finds a member of an object by key. Members are indexed on first use. For
 * a duplicate key, the last member is returned.
 */
function indexed<Parent extends object, Member>(
  entriesOf: (parent: Parent) => readonly (readonly [key: string, member: Member])[],
): (parent: Parent, key: string) => Member | undefined {
  const known = new WeakMap<Parent, ReadonlyMap<string, Member>>()
  return (parent, key) => {
    const members = known.get(parent) ?? new Map(entriesOf(parent))
    known.set(parent, members)
    return members.get(key)
  }
}

function yamlOffsets(text: string): (tokens: readonly string[]) => number {
  const { isMap, isScalar, isSeq, parseDocument } = yamlParser()
  const document = parseDocument(text, yamlOptions)
  const memberOf = indexed(({ items }: YAMLMap) =>
    items.map(({ key, value }) => [String(isScalar(key) ? key.value : key), value]),
  )
  return (tokens) => {
    let node: unknown = document.contents
    let offset = startOf(node) ?? 0
    for (const token of tokens) {
      if (isSeq(node)) node = node.items[Number(token)]
      else node = isMap(node) ? memberOf(node, token) : undefined
      const start = startOf(node)
      if (start === undefined) break
      offset = start
    }
    return offset
  }
}

function startOf(node: unknown): number | undefined {
  return yamlParser().isNode(node) ? node.range?.[0] : undefined
}
