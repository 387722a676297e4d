import type { Finding } from '../../diagnostics.ts'
import type { Json } from '../../model/types.ts'
import type { Kind } from '../grammar.ts'
import { tokensOf } from '../pointer.ts'
import type { InputFile, Resolved } from '../types.ts'
import { mend, type Mended } from './mend.ts'
import { replaceAt } from './pen.ts'

/** A file as it is read on, and what was wrong with a part of it. */
export interface MendedFile {
  readonly file: InputFile
  readonly part: Resolved
  readonly findings: readonly Finding[]
}

/** The file with one part of it read as it was meant; undefined where it is read as it stands. */
export function mendFile(file: InputFile, kind: Kind, part: Resolved): MendedFile | undefined {
  const { pointer } = part.place
  const { mended, root } = mendOnce(file, kind, part)
  if (mended.json === part.json) return undefined
  const origin = relocation(mended.origins)
  const move = relocation(mended.moves)
  const before = file.moved
  return {
    file: {
      ...file,
      json: root,
      moved: (at) => move(before?.(at) ?? at),
      locate: (at) => {
        const place = { file: file.path, pointer: origin(at) }
        return place.pointer === at ? file.locate(at) : { place, ...file.locate(place.pointer) }
      },
    },
    part: { place: { file: file.path, pointer }, json: mended.json },
    findings: mended.findings,
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
  const digits = (at: string): string | undefined => digitsAt(file, at)
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

/** The text of a number as it stands in the file. */
function digitsAt({ text, locate }: InputFile, pointer: string): string | undefined {
  const { line, column, place } = locate(pointer)
  if (place !== undefined) return undefined
  const [digits] = /^[-+.\w]*/.exec(text.split('\n')[line - 1]?.slice(column - 1) ?? '') ?? []
  return digits === undefined || !/\d/.test(digits) ? undefined : digits
}

/** A function from pointers to where their nearest place that went elsewhere is now. */
function relocation(ways: ReadonlyMap<string, string>): (pointer: string) => string {
  return (pointer) => {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const to = ways.get(pointer.slice(0, end))
      if (to !== undefined) return to + pointer.slice(end)
    }
    return pointer
  }
}
