import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Kind } from '../../openrpc/grammar.ts'
import { tokensOf } from '../../json/pointer.ts'
import type { InputFile, Resolved } from '../../openrpc/loaded.ts'
import { normalize } from './normalize.ts'
import { replaceAt } from './context.ts'

/** A file after normalization of one of its values, with the findings. */
export interface NormalizedFile {
  readonly file: InputFile
  readonly part: Resolved
  readonly findings: readonly Finding[]
}

/**
 * Pointers of the moved values of a file: from original to current, and from current to original.
 */
export interface Relocations {
  readonly origins: Map<string, string>
  readonly moves: Map<string, string>
}

/** Normalizes one value in a file. Returns undefined if nothing changed. */
export function normalizeFile(
  file: InputFile,
  kind: Kind,
  part: Resolved,
  relocations: Relocations,
): NormalizedFile | undefined {
  const { path, json: root } = file
  const { pointer } = part.place
  const normalized = normalize(kind, part.json, {
    file: path,
    pointer,
    root,
    digits: digitsIn(file),
  })
  if (normalized.json === part.json) return undefined
  for (const [current, original] of normalized.origins) relocations.origins.set(current, original)
  for (const [original, current] of normalized.moves) relocations.moves.set(original, current)
  const relocated = file.moved === undefined ? relocatedFile(file, relocations) : file
  return {
    file: { ...relocated, json: replaceAt(root, tokensOf(pointer), normalized.json) },
    part: { place: part.place, json: normalized.json },
    findings: normalized.findings,
  }
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
