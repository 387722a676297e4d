import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Json } from '../../json/types.ts'
import type { InputFile } from '../../openrpc/loaded.ts'
import { documentInResponse } from './discover-response.ts'
import { parseJson } from './json.ts'
import { mayHaveNestedReferences, rootReferences } from './nested-references.ts'
import { isYaml, locator, positionsIn } from './position.ts'
import { unreadableText } from './unreadable.ts'
import { parseYaml } from './yaml.ts'

/** The value of a file, or the errors because of which the file has no value. */
export type Parsed =
  | {
      readonly kind: 'parsed'
      readonly json: Json
      /** Pointer to the value within the file, if the value is not the root. */
      readonly at?: string
      readonly findings: readonly Finding[]
    }
  | { readonly kind: 'faulty'; readonly findings: readonly Finding[] }

/** A parsed file with its positions, or its errors. */
export type ParsedFile =
  | {
      readonly kind: 'parsed'
      readonly file: InputFile
      readonly findings: readonly Finding[]
    }
  | { readonly kind: 'faulty'; readonly findings: readonly Finding[] }

/** Parses a file. `base` is the base URL of its references, if it differs from `path`. */
export function parseFile(path: string, text: string, base: string = path): ParsedFile {
  const parsed = parseText(path, text)
  if (parsed.kind === 'faulty') return parsed
  const { json, at = '', findings } = parsed
  const position = locator(path, text)
  const locate: InputFile['locate'] = (pointer) => position(at + pointer)
  const file = { path, text, json, locate, ...(base !== path && { base }) }
  return { kind: 'parsed', file, findings }
}

/**
 * Parses the text of a file. A document in a response to `rpc.discover` is unwrapped, and references
 * relative to a nested schema become relative to the root.
 */
export function parseText(file: string, text: string): Parsed {
  const yaml = isYaml(file, text)
  const parsed = yaml ? parseYaml(text) : parseJson(text)
  const isValue =
    parsed.kind === 'parsed' && typeof parsed.json === 'object' && parsed.json !== null
  const unreadable = isValue ? undefined : unreadableText(text)
  const problems =
    unreadable === undefined
      ? parsed.problems
      : [{ ...unreadable, code: yaml ? ('RL103' as const) : ('RL102' as const) }]
  const positionOf = positionsIn(text)
  const place = { file, pointer: '' }
  const findings = problems.map(({ offset, ...problem }): Finding => ({
    ...problem,
    place,
    ...positionOf(offset),
  }))
  if (parsed.kind === 'faulty' || unreadable !== undefined) return { kind: 'faulty', findings }
  const response = documentInResponse(parsed.json)
  if (response !== undefined) {
    const message = `This is a response to rpc.discover; its ${response.pointer} is read as the document.`
    const help = 'Save only the document.'
    findings.push({ code: 'RL107', message, place, severity: 'warning', help })
  }
  const { json, pointer: at } = response ?? { json: parsed.json, pointer: '' }
  if (!mayHaveNestedReferences(text)) return { kind: 'parsed', json, at, findings }
  const rooted = rootReferences(file, json)
  return { kind: 'parsed', json: rooted.json, at, findings: [...findings, ...rooted.findings] }
}
