import { isExactNumber } from '@rpcloom/schema/internal'
import type { CST, Document, YAMLMap } from 'yaml'
import type { Json } from '../../json/types.ts'
import { yamlOptions, yamlParser } from './libraries.ts'
import {
  duplicateKey,
  maxDepth,
  maxDigits,
  type ParsedText,
  type Problem,
  roundedNumber,
  shortened,
  tooDeep,
} from './problem.ts'
import { innerTokens, yamlErrors } from './yaml-errors.ts'

/** Maximum number of expanded aliases in a YAML file, as protection against alias bombs. */
const maxAliases = 10_000

/**
 * Parses YAML as JSON. Tags for types that JSON lacks are ignored with a warning. Values that JSON
 * cannot express (infinity, circular values) are errors.
 */
export function parseYaml(text: string): ParsedText {
  const { Composer, Parser } = yamlParser()
  // Tokenize first, because the nesting depth must be checked before the recursive part of the
  // parser runs.
  const tokens = [...new Parser().parse(text)]
  const deep = deepOffset(tokens)
  if (deep !== undefined) return tooDeep(deep)
  const [document, second] = [...new Composer(yamlOptions).compose(tokens, true, text.length)]
  // The second argument of `compose` makes it return a document even for an empty text.
  if (document === undefined) return { kind: 'parsed', json: null, problems: [] }
  const syntax = [
    ...yamlErrors(document.errors, tokens, text),
    ...(second === undefined ? [] : [error(secondMessage, second.range[0])]),
  ]
  // After a syntax error, values may be wrong and are not checked.
  if (syntax.length > 0) return { kind: 'faulty', problems: syntax }
  const { errors, repeated, rounded } = checkNodes(document)
  if (errors.length > 0) return { kind: 'faulty', problems: errors }
  const tags = document.warnings.map(({ message, pos: [offset] }): Problem => ({
    code: 'RL109',
    message: `${message.replace(/^Unresolved tag/, 'Unknown tag')}.`,
    offset,
  }))
  try {
    const json: Json = document.toJS({ maxAliasCount: maxAliases })
    // The nesting of the source was checked before, so only expanded aliases can be too deep.
    if (isTooDeep(json)) return tooDeep(0)
    return { kind: 'parsed', json: json ?? null, problems: [...tags, ...repeated, ...rounded] }
  } catch (thrown) {
    // The yaml library throws if aliases expand to too many values.
    const message = thrown instanceof Error ? thrown.message : 'The aliases cannot be resolved.'
    return { kind: 'faulty', problems: [error(message, 0)] }
  }
}

const secondMessage = 'A second YAML document starts here; a file may contain only one.'

function error(message: string, offset = 0): Problem {
  return { code: 'RL103', message, offset }
}

/**
 * Finds unresolved aliases, values that JSON cannot express, duplicate keys and rounded numbers. Restores large
 * integers from their source text, because the parser rounds them to doubles.
 */
function checkNodes(document: Document): {
  readonly errors: readonly Problem[]
  readonly repeated: readonly Problem[]
  readonly rounded: readonly Problem[]
} {
  const { isCollection, isMap, visit } = yamlParser()
  const errors: Problem[] = []
  const repeated: Problem[] = []
  const rounded: Problem[] = []
  const anchors = new Set<string>()
  visit(document, {
    Pair(_, { key }) {
      if (isCollection(key))
        errors.push(error('A key must be a string, not a list or an object.', key.range?.[0]))
    },
    Collection(_, collection) {
      if (collection.anchor !== undefined) anchors.add(collection.anchor)
      if (isMap(collection)) repeated.push(...repeatedKeys(collection))
    },
    Scalar(_, node) {
      const { anchor, range, source = '', value } = node
      if (anchor !== undefined) anchors.add(anchor)
      if (typeof value !== 'number') return
      const offset = range?.[0] ?? 0
      const [, minus, digits] = /^([-+]?)(\d+|0x[\da-f]+|0o[0-7]+)$/i.exec(source) ?? []
      if (digits !== undefined && digits.length <= maxDigits) {
        if (!Number.isSafeInteger(value))
          node.value = minus === '-' ? -BigInt(digits) : BigInt(digits)
      } else if (!Number.isFinite(value)) {
        const message = `${shortened(source)} is not a valid JSON number. Remove it, or quote it to make it a string.`
        errors.push(error(message, offset))
      } else if (/^[-+]?[\d.]*[.e]/i.test(source) && !isExactNumber(source)) {
        rounded.push(roundedNumber(source, offset))
      }
    },
    Alias(_, { source, range }, path) {
      if (path.some((outer) => 'anchor' in outer && outer.anchor === source))
        errors.push(error(`The alias *${source} contains itself.`, range?.[0]))
      else if (!anchors.has(source)) {
        const message = `Unknown anchor ${source}: an anchor must precede its aliases.`
        errors.push(error(message, range?.[0]))
      }
    },
  })
  return { errors, repeated, rounded }
}

/** Returns duplicate keys. The merge key `<<` may occur several times in a map. */
function repeatedKeys({ items }: YAMLMap): readonly Problem[] {
  const keys = new Set<string>()
  return items.flatMap(({ key }) => {
    if (!yamlParser().isScalar(key) || key.source === '<<') return []
    const name = String(key.value)
    const isRepeated = keys.has(name)
    keys.add(name)
    return isRepeated ? [duplicateKey(name, key.range?.[0] ?? 0)] : []
  })
}

/**
 * Returns the offset of the first collection beyond the maximum depth. The implementation is
 * iterative, so that deep nesting cannot overflow the stack.
 */
function deepOffset(tokens: readonly CST.Token[]): number | undefined {
  let level: readonly CST.Token[] = tokens
  for (let depth = 0; level.length > 0; depth++) {
    const first = level.find((token) => 'items' in token)
    // The outermost level contains documents rather than collections.
    if (first !== undefined && depth > maxDepth + 1) return first.offset
    level = level.flatMap(innerTokens)
  }
  return undefined
}

/** Whether a value is nested beyond the maximum depth, without recursion. */
function isTooDeep(json: Json): boolean {
  let level: object[] = typeof json === 'object' && json !== null ? [json] : []
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    // An alias is the same object as its anchor.
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
