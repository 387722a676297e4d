import type { Finding } from '../../diagnostics.ts'
import type { Json } from '../../model/types.ts'
import type { Kind } from '../grammar.ts'
import { tokensOf } from '../pointer.ts'
import type { InputFile, Resolved } from '../types.ts'
import { mend, type Mended } from './normalize.ts'
import { replaceAt } from './pen.ts'

/** A file as it is read on, and what was wrong with a part of it. */
export interface MendedFile {
  readonly file: InputFile
  readonly part: Resolved
  readonly findings: readonly Finding[]
}

/** Where the parts of a file went that were mended, and where they came from; grows with each of them. */
export interface Ways {
  readonly origins: Map<string, string>
  readonly moves: Map<string, string>
}

/** The file with one part of it read as it was meant; undefined where it is read as it stands. */
export function mendFile(
  file: InputFile,
  kind: Kind,
  part: Resolved,
  ways: Ways,
): MendedFile | undefined {
  const { mended, root } = mendOnce(file, kind, part)
  if (mended.json === part.json) return undefined
  for (const [now, was] of mended.origins) ways.origins.set(now, was)
  for (const [was, now] of mended.moves) ways.moves.set(was, now)
  const relocated = file.moved === undefined ? relocatedFile(file, ways) : file
  return {
    file: { ...relocated, json: root },
    part: { place: part.place, json: mended.json },
    findings: mended.findings,
  }
}

/** A file whose places are looked for where they stand in its text. */
function relocatedFile(file: InputFile, ways: Ways): InputFile {
  return {
    ...file,
    moved: (at) => relocated(ways.moves, at),
    locate: (at) => {
      const pointer = relocated(ways.origins, at)
      return pointer === at
        ? file.locate(at)
        : { place: { file: file.path, pointer }, ...file.locate(pointer) }
    },
  }
}

interface Known {
  readonly mended: Mended
  readonly root: Json
}

const known = new WeakMap<object, Map<string, Known>>()

/** Of many runs in one process each gives the same value for the same text: others remember things by it. */
function mendOnce(file: InputFile, kind: Kind, { place, json }: Resolved): Known {
  const { path, json: root } = file
  const ways = typeof root === 'object' && root !== null ? known.get(root) : undefined
  const key = `${kind}\n${path}\n${place.pointer}`
  const before = ways?.get(key)
  if (before !== undefined) return before
  const digits = digitsIn(file)
  const mended = mend(kind, json, { file: path, pointer: place.pointer, root, digits })
  const found = {
    mended,
    root: mended.json === json ? root : replaceAt(root, tokensOf(place.pointer), mended.json),
  }
  if (typeof root === 'object' && root !== null) {
    known.set(root, (ways ?? new Map<string, Known>()).set(key, found))
  }
  return found
}

/** The texts of numbers as they stand in a file. */
function digitsIn({ text, locate }: InputFile): (pointer: string) => string | undefined {
  let lines: readonly string[] | undefined
  return (pointer) => {
    const { line, column, place } = locate(pointer)
    if (place !== undefined) return undefined
    lines ??= text.split('\n')
    const [digits] = /^[-+.\w]*/.exec(lines[line - 1]?.slice(column - 1) ?? '') ?? []
    return digits === undefined || !/\d/.test(digits) ? undefined : digits
  }
}

/** Where a place is now, by the nearest place around it that went elsewhere. */
function relocated(ways: ReadonlyMap<string, string>, pointer: string): string {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const to = ways.get(pointer.slice(0, end))
    if (to !== undefined) return to + pointer.slice(end)
  }
  return pointer
}
