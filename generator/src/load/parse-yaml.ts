import { isHeld, type LostDigits } from '@rpcloom/rpc/internal'
import type { Alias, CST, Document, Node, Scalar } from 'yaml'
import type { Finding } from '../diagnostics/diagnostics.ts'
import type { Json } from '../json/types.ts'
import { yamlOptions, yamlParser } from './parsers.ts'
import { positionAt } from './position.ts'
import { roundedMessage } from './rounded-message.ts'
import { strayText } from './stray-text.ts'
import type { Parsed } from './parsed.ts'
import { innerTokens, type SyntaxFault, syntaxFaults } from './yaml-faults.ts'

/** Maximum number of expanded aliases in a YAML file, as protection against alias bombs. */
const maxAliases = 10_000

/**
 * Parses YAML as JSON. Tags for types that JSON lacks are ignored with a warning. Values that JSON
 * cannot express (infinity, circular values) are errors.
 */
export function parseYaml(file: string, text: string, maxDepth: number): Parsed {
  const stray = strayText(text)
  if (stray !== undefined) {
    const { offset, ...problem } = stray
    const place = { file, pointer: '' }
    return {
      kind: 'faulty',
      findings: [{ code: 'RL103', ...problem, place, ...positionAt(text, offset) }],
    }
  }
  const { Composer, LineCounter, Parser } = yamlParser()
  const lines = new LineCounter()
  const report: Report = (code, message, offset) => {
    const { line, col } = lines.linePos(offset)
    return { code, message, place: { file, pointer: '' }, line, column: col }
  }
  // Tokenize first, because the nesting depth must be checked before the recursive part of the
  // parser runs.
  const tokens = [...new Parser(lines.addNewLine).parse(text)]
  const deep = tooDeep(tokens, maxDepth)
  if (deep !== undefined) {
    const message = `Objects and arrays are nested more than ${maxDepth} levels deep.`
    return { kind: 'faulty', findings: [report('RL105', message, deep)] }
  }
  const composer = new Composer(yamlOptions)
  const [document, second] = [...composer.compose(tokens, true, text.length)]
  // The second argument of `compose` makes it return a document even for an empty text.
  if (document === undefined) return { kind: 'parsed', json: null, findings: [] }
  const faults = [
    ...syntaxFaults(document.errors, tokens, text),
    ...(second === undefined ? [] : [{ message: secondMessage, offset: second.range[0] }]),
  ]
  // After a syntax error, values may be wrong and are not checked.
  const found = faults.length > 0 ? faults : valueFaults(document)
  if (found.length === 0) return valueOf(document, report)
  const findings = found.map(({ message, offset }) => report('RL103', message, offset))
  return { kind: 'faulty', findings }
}

type Report = (code: Finding['code'], message: string, offset: number) => Finding

const secondMessage = 'A second YAML document starts here; a file may contain only one.'

/** Converts a valid YAML document to JSON. Warns about tags, duplicate keys and rounded numbers. */
function valueOf(document: Document, report: Report): Parsed {
  const tags = document.warnings.map(({ message, pos }) =>
    report('RL109', `${message.replace(/^Unresolved tag/, 'Unknown tag')}.`, pos[0]),
  )
  const repeated = repeatedKeys(document).map(({ key, offset }) =>
    report('RL108', `Duplicate key ${JSON.stringify(key)}; the last value is used.`, offset),
  )
  const rounded = roundedScalars(document).map(({ literal, value, offset }) =>
    report('RL125', roundedMessage(literal, value), offset),
  )
  const findings = [...tags, ...repeated, ...rounded]
  try {
    exactIntegers(document)
    const json: Json = document.toJS({ maxAliasCount: maxAliases })
    return { kind: 'parsed', json: json ?? null, findings }
  } catch (error) {
    // The yaml library throws if aliases expand to too many values.
    const message = error instanceof Error ? error.message : 'The aliases cannot be resolved.'
    return { kind: 'faulty', findings: [report('RL103', message, 0)] }
  }
}

/**
 * Returns the offset of the first collection beyond the maximum depth. The implementation is
 * iterative, so that deep nesting cannot overflow the stack.
 */
function tooDeep(tokens: readonly CST.Token[], maxDepth: number): number | undefined {
  let level: readonly CST.Token[] = tokens
  for (let depth = 0; level.length > 0; depth++) {
    const first = level.find((token) => 'items' in token)
    // The outermost level contains documents rather than collections.
    if (first !== undefined && depth > maxDepth + 1) return first.offset
    level = level.flatMap(innerTokens)
  }
  return undefined
}

/** Restores large integers from their source text, because the parser rounds them to doubles. */
function exactIntegers(document: Document): void {
  const { visit } = yamlParser()
  visit(document, {
    Scalar(_, node: Scalar) {
      const { source, value } = node
      if (source === undefined || !Number.isInteger(value) || Number.isSafeInteger(value)) return
      const [, minus, digits] = /^([-+]?)(\d+|0x[\da-f]+|0o[0-7]+)$/i.exec(source) ?? []
      if (digits !== undefined) node.value = minus === '-' ? -BigInt(digits) : BigInt(digits)
    },
  })
}

/**
 * Returns the numbers with a fraction or exponent that are rounded because a double cannot
 * represent them.
 */
function roundedScalars(document: Document): readonly LostDigits[] {
  const found: LostDigits[] = []
  const { visit } = yamlParser()
  visit(document, {
    Scalar(_, { source, value, range }: Scalar) {
      if (source === undefined || typeof value !== 'number') return
      if (!/^[-+]?[\d.]*[.e]/i.test(source) || isHeld(source)) return
      found.push({ literal: source, value, offset: range?.[0] ?? 0 })
    },
  })
  return found
}

/** Returns duplicate keys. The merge key `<<` may occur several times in a map. */
function repeatedKeys(
  document: Document,
): readonly { readonly key: string; readonly offset: number }[] {
  const found: { key: string; offset: number }[] = []
  const { isScalar, visit } = yamlParser()
  visit(document, {
    Map(_, map) {
      const keys = new Set<string>()
      for (const { key } of map.items) {
        if (!isScalar(key) || key.source === '<<') continue
        const name = String(key.value)
        if (keys.has(name)) found.push({ key: name, offset: key.range?.[0] ?? 0 })
        keys.add(name)
      }
    },
  })
  return found
}

/** Returns unresolved aliases and values that JSON cannot express. */
function valueFaults(document: Document): readonly SyntaxFault[] {
  const faults: SyntaxFault[] = []
  const anchors = new Set<string>()
  const { isCollection, visit } = yamlParser()
  const fault = (node: Node, message: string): void => {
    faults.push({ message, offset: node.range?.[0] ?? 0 })
  }
  visit(document, {
    Pair(_, { key }) {
      if (isCollection(key)) fault(key, 'A key must be a string, not a list or an object.')
    },
    Node(_, node) {
      if ('anchor' in node && typeof node.anchor === 'string') anchors.add(node.anchor)
    },
    Scalar(_, node: Scalar) {
      if (node.anchor !== undefined) anchors.add(node.anchor)
      if (typeof node.value === 'number' && !Number.isFinite(node.value))
        fault(
          node,
          `${String(node.source)} is not a valid JSON number. Remove it, or quote it to make it a string.`,
        )
    },
    Alias(_, node: Alias, path) {
      const { source } = node
      if (path.some((outer) => 'anchor' in outer && outer.anchor === source))
        fault(node, `The alias *${source} contains itself.`)
      else if (!anchors.has(source))
        fault(node, `Unknown anchor ${source}: an anchor must precede its aliases.`)
    },
  })
  return faults
}
