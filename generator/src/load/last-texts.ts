import { parseText } from './parse.ts'
import { locator } from './position.ts'
import type { InputFile, Parsed } from './types.ts'

/** A parsed text: its value and positions, or its faults. */
export interface ReadText {
  readonly parsed: Parsed
  readonly locate: InputFile['locate']
}

const last = new Map<string, ReadText & { readonly text: string }>()

/**
 * Parses a text, or returns the cached result if the file is unchanged: with `--watch`, most files are.
 */
export function readOnce(path: string, text: string): ReadText {
  const known = last.get(path)
  if (known?.text === text) return known
  const parsed = parseText(path, text)
  const read = {
    text,
    parsed,
    locate: locatorIn(path, text, parsed),
  }
  last.set(path, read)
  return read
}

function locatorIn(path: string, text: string, parsed: Parsed): InputFile['locate'] {
  const locate = locator(path, text)
  const at = parsed.kind === 'parsed' ? parsed.at : undefined
  return at === undefined ? locate : (pointer) => locate(at + pointer)
}
