import { append } from '../../../json/append.ts'
import type { LoadContext } from '../../context.ts'
import type { Kind } from '../../../openrpc/grammar.ts'
import { tokensOf } from '../../../json/pointer.ts'
import type { InputFile, Resolved } from '../../../openrpc/loaded.ts'
import { repair } from './repair.ts'
import { type Relocations, replaceAt } from './context.ts'

/**
 * Repairs a value and replaces its file. Returns undefined if the value needs no repair, and
 * otherwise the repaired value.
 */
export function repairInFile(
  { store, findings, relocations }: LoadContext,
  kind: Kind,
  { place, json }: Resolved,
): Resolved | undefined {
  const file = store.files.get(place.file)
  if (file === undefined) return undefined
  const { path, json: root } = file
  const repaired = repair(kind, json, {
    file: path,
    pointer: place.pointer,
    root,
    digits: digitsIn(file),
  })
  if (repaired.json === json) return undefined
  const known = relocations.get(path) ?? { origins: new Map(), moves: new Map() }
  relocations.set(path, known)
  for (const [current, original] of repaired.origins) known.origins.set(current, original)
  for (const [original, current] of repaired.moves) known.moves.set(original, current)
  const relocated = file.moved === undefined ? relocatedFile(file, known) : file
  store.replace({ ...relocated, json: replaceAt(root, tokensOf(place.pointer), repaired.json) })
  append(findings, repaired.findings)
  return { place, json: repaired.json }
}

/**
 * Returns a file that looks up positions by original pointer, because moved values have another
 * pointer in the source text.
 */
function relocatedFile(file: InputFile, relocations: Relocations): InputFile {
  return {
    ...file,
    moved: (at) => relocated(relocations.moves, at),
    locate: (at) => {
      const pointer = relocated(relocations.origins, at)
      return pointer === at
        ? file.locate(at)
        : { place: { file: file.path, pointer }, ...file.locate(pointer) }
    },
  }
}

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

/** Translates a pointer with the help of its nearest enclosing value that moved. */
function relocated(moves: ReadonlyMap<string, string>, pointer: string): string {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const to = moves.get(pointer.slice(0, end))
    if (to !== undefined) return to + pointer.slice(end)
  }
  return pointer
}
