import { lostDigits } from '@rpcloom/rpc/internal'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { readJson } from '../json/text.ts'
import type { Json } from '../json/types.ts'
import { carriedDocument } from './carried.ts'
import { withoutComments } from './json-comments.ts'
import { jsonFaults } from './json-faults.ts'
import { mayHoldLocals, rootReferences } from './local-references.ts'
import { parseYaml } from './parse-yaml.ts'
import { isYaml, positionAt, positionsIn } from './position.ts'
import { repeatedKeys } from './repeated-keys.ts'
import type { Parsed } from './parsed.ts'
import { roundedMessage, shortened } from './rounded-message.ts'
import type { Position } from '../openrpc/loaded.ts'

/** Maximum nesting depth of a file, because files are processed recursively. */
export const maxDepth = 400

/** Parses the text of a file, or returns the syntax errors. */
export function parseText(file: string, text: string): Parsed {
  const yaml = isYaml(file, text)
  const parsed = yaml ? parseYaml(file, text, maxDepth) : parseJson(file, text)
  if (parsed.kind === 'parsed' && isTooDeep(parsed.json)) {
    // The nesting of the YAML source was already checked, so only expanded aliases can be too deep.
    const position = yaml ? {} : positionAt(text, deepOffset(text))
    return { kind: 'faulty', findings: [tooDeep(file, position)] }
  }
  if (parsed.kind === 'faulty') return parsed
  const opened = unwrapped(file, parsed)
  if (!mayHoldLocals(text)) return opened
  const { json, findings } = rootReferences(file, opened.json)
  return { ...opened, json, findings: [...opened.findings, ...findings] }
}

/** Replaces a response to `rpc.discover` with the document that the response contains. */
function unwrapped(file: string, parsed: Extract<Parsed, { kind: 'parsed' }>): typeof parsed {
  const carried = carriedDocument(parsed.json)
  if (carried === undefined) return parsed
  const { json, pointer } = carried
  const message = `This is a response to rpc.discover; its ${pointer} is read as the document.`
  const finding: Finding = {
    code: 'RL107',
    message,
    place: { file, pointer: '' },
    severity: 'warning',
    help: 'Save only the document.',
  }
  return { ...parsed, json, at: pointer, findings: [...parsed.findings, finding] }
}

function parseJson(file: string, text: string): Parsed {
  try {
    // Most files are valid, and the built-in parser is many times faster than a parser that records
    // positions.
    return readNumbers(file, text, readJson(text))
  } catch (error) {
    const deep = deepOffset(text)
    // The error-tolerant parser is recursive, so the depth is checked first.
    if (deep > 0) return { kind: 'faulty', findings: [tooDeep(file, positionAt(text, deep))] }
    return commented(file, text) ?? { kind: 'faulty', findings: jsonFaults(file, text, error) }
  }
}

/** Parses JSON with comments and trailing commas, which many editors allow in settings files. */
function commented(file: string, text: string): Parsed | undefined {
  const plain = withoutComments(text)
  const [first] = plain.offsets
  if (first === undefined) return undefined
  try {
    const json = readJson(plain.text)
    const others = plain.offsets.length - 1
    const more = others === 0 ? '' : ` Found ${others} more.`
    const message = `JSON does not allow comments or trailing commas.${more}`
    const place = { file, pointer: '' }
    const finding: Finding = { code: 'RL118', message, place, ...positionAt(text, first) }
    const read = readNumbers(file, plain.text, json)
    return { ...read, findings: [finding, ...read.findings] }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Returns the parsed JSON with a warning for each number that lost digits. An infinite number is an
 * error, because JSON cannot express infinity.
 */
function readNumbers(file: string, text: string, json: Json): Parsed {
  const positionOf = positionsIn(text)
  const place = { file, pointer: '' }
  const numbers = lostDigits(text)
  const endless = numbers.filter(({ value }) => !Number.isFinite(value))
  if (endless.length > 0) {
    const findings = endless.map(({ literal, offset }): Finding => ({
      code: 'RL102',
      message: `The number ${shortened(literal)} exceeds the range of a double, about 1.8e308.`,
      help: 'Write a smaller number, or a string.',
      place,
      ...positionOf(offset),
    }))
    return { kind: 'faulty', findings }
  }
  const rounded = numbers.map(({ literal, value, offset }): Finding => ({
    code: 'RL125',
    message: roundedMessage(literal, value),
    place,
    ...positionOf(offset),
  }))
  return { kind: 'parsed', json, findings: [...repetitions(file, text), ...rounded] }
}

function repetitions(file: string, text: string): readonly Finding[] {
  const positionOf = positionsIn(text)
  return repeatedKeys(text).map(({ key, offset }) => ({
    code: 'RL108',
    message: `Duplicate key ${JSON.stringify(key)}; the last value is used.`,
    place: { file, pointer: '' },
    ...positionOf(offset),
  }))
}

/**
 * Whether a value is nested beyond the maximum depth. The implementation is iterative, so that deep
 * nesting cannot overflow the stack.
 */
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

function tooDeep(file: string, position: Partial<Position>): Finding {
  const message = `Objects and arrays are nested more than ${maxDepth} levels deep.`
  return { code: 'RL105', message, place: { file, pointer: '' }, ...position }
}

/**
 * Returns the offset at which JSON text exceeds the maximum nesting depth. Returns 0 if the text
 * does not exceed the maximum.
 */
function deepOffset(text: string): number {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted && char === '\\') at++
    else if (char === '"') quoted = !quoted
    else if (quoted) continue
    else if (char === '{' || char === '[') {
      if (depth > maxDepth) return at
      depth++
    } else if (char === '}' || char === ']') depth--
  }
  return 0
}
