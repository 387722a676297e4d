import type { ParseError } from 'jsonc-parser'
import type { Finding } from '../diagnostics.ts'
import type { Json } from '../model/types.ts'
import { jsoncParser, yamlParser } from './parsers.ts'
import { isYaml, positionAt } from './position.ts'
import { repeatedKeys } from './repeated-keys.ts'

/** How deep a file may nest: the walks over it are recursive. */
export const maxDepth = 400
/** Aliases that a YAML file may expand to, against files that explode on purpose. */
const maxAliases = 10_000

export type Parsed =
  | { readonly kind: 'parsed'; readonly json: Json; readonly findings: readonly Finding[] }
  | { readonly kind: 'faulty'; readonly findings: readonly Finding[] }

/** Parses a file's text, or lists every syntax fault of it. */
export function parseText(file: string, text: string): Parsed {
  const parsed = isYaml(file) ? parseYaml(file, text) : parseJson(file, text)
  if (parsed.kind === 'parsed' && isTooDeep(parsed.json)) {
    const message = `The file nests objects and arrays more than ${maxDepth} levels deep.`
    return { kind: 'faulty', findings: [{ code: 'RL105', message, place: { file, pointer: '' } }] }
  }
  return parsed
}

function parseJson(file: string, text: string): Parsed {
  try {
    // JSON.parse is many times faster than a parser with positions, and most files have no fault.
    const json: Json = JSON.parse(text)
    return { kind: 'parsed', json, findings: repetitions(file, text) }
  } catch (error) {
    return { kind: 'faulty', findings: jsonFaults(file, text, error) }
  }
}

function repetitions(file: string, text: string): readonly Finding[] {
  return repeatedKeys(text).map(({ key, offset }) => ({
    code: 'RL108',
    message: `The key ${JSON.stringify(key)} is in this object already; the last one counts.`,
    place: { file, pointer: '' },
    ...positionAt(text, offset),
  }))
}

function jsonFaults(file: string, text: string, cause: unknown): readonly Finding[] {
  const { parse, printParseErrorCode } = jsoncParser()
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true, allowTrailingComma: false })
  const place = { file, pointer: '' }
  if (errors.length === 0) {
    const message = cause instanceof Error ? cause.message : 'The file is not valid JSON.'
    return [{ code: 'RL102', message, place }]
  }
  return errors.map(({ error, offset }) => ({
    code: 'RL102',
    message: `${sentence(printParseErrorCode(error))}.`,
    place,
    ...positionAt(text, offset),
  }))
}

/** `CommaExpected` as words. */
function sentence(code: string): string {
  const words = code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function parseYaml(file: string, text: string): Parsed {
  const { LineCounter, parseDocument } = yamlParser()
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false, merge: true })
  const place = { file, pointer: '' }
  if (document.errors.length > 0) {
    const findings = document.errors.map((error): Finding => {
      const { line, col } = lineCounter.linePos(error.pos[0])
      return { code: 'RL103', message: error.message, place, line, column: col }
    })
    return { kind: 'faulty', findings }
  }
  try {
    const json: Json = document.toJS({ maxAliasCount: maxAliases })
    return { kind: 'parsed', json: json ?? null, findings: [] }
  } catch (error) {
    // yaml throws for aliases without an anchor and for those that expand without end.
    const message = error instanceof Error ? error.message : 'The aliases cannot be resolved.'
    return { kind: 'faulty', findings: [{ code: 'RL103', message, place }] }
  }
}

/** Level by level, not recursively: the point is to find out before a recursion fails. */
function isTooDeep(json: Json): boolean {
  let level: object[] = typeof json === 'object' && json !== null ? [json] : []
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    const next = new Set<object>()
    for (const value of level) {
      for (const inner of Object.values(value)) {
        if (typeof inner === 'object' && inner !== null) next.add(inner)
      }
    }
    level = [...next]
  }
  return false
}
