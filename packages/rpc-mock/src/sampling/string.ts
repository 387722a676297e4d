import {
  customFormat,
  formatPattern,
  hasLength,
  integerRange,
  keywordOf,
  listOf,
  matches,
  type SchemaObject,
} from '@rpcloom/schema/internal'
import { checkSchema } from '@rpcloom/schema'
import { type Lengths, stringOfPatterns } from './pattern.ts'
import { randomAscii, stringOfFormat, randomWord } from './format-strings.ts'
import { makeNumber } from './number.ts'
import {
  found,
  impossible,
  missed,
  numbersOf,
  type Sampled,
  type Position,
  type Search,
} from './search.ts'

const TRIES = 4
const MAX_LENGTH = 20_000

/** Generates a string that is valid against the formats, patterns and lengths of all schemas. */
export function makeString(
  schemas: readonly SchemaObject[],
  { search, isSparse }: Position,
): Sampled {
  const { random, resolve } = search
  const lengths = lengthsOf(schemas)
  if (lengths.least > lengths.most) return impossible('`minLength` is greater than `maxLength`')
  if (lengths.least > MAX_LENGTH)
    return missed(`a string of ${lengths.least} characters is too long to generate`)
  const formats = stringsIn(schemas, 'format')
  const patterns = patternsOf(schemas)
  const isMatch = (text: string): boolean =>
    hasLength(text, lengths.least, lengths.most) &&
    patterns.every((pattern) => matches(pattern, text)) &&
    formats.every((format) => checkSchema({ format }, text, { resolve }).length === 0)
  for (const format of formats) {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const text = stringOfKnownFormat(format, schemas, search)
      if (text !== undefined && isMatch(text)) return found(text)
    }
  }
  const all = [...patterns, ...formats.flatMap((format) => formatPattern(format) ?? [])]
  if (all.length > 0) {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const text = stringOfPatterns(all, lengths, random)
      if (text !== undefined && isMatch(text)) return found(text)
    }
    return missed('found no string that matches the patterns, formats and lengths')
  }
  const most = Math.max(lengths.least, Math.min(lengths.most, lengths.least + 8))
  // `isSparse` is set after failed attempts. A keyword such as `not` may have excluded all lower-case words,
  // so other characters are tried.
  const textOf = isSparse ? randomAscii : randomWord
  const text = textOf(random, random.integer(Math.max(lengths.least, Math.min(3, most)), most))
  return isMatch(text) ? found(text) : missed(`found no string of format ${formats.join(' and ')}`)
}

function stringOfKnownFormat(
  format: string,
  schemas: readonly SchemaObject[],
  { random, resolve }: Search,
): string | undefined {
  const custom = customFormat(resolve.formats, format)
  if (custom)
    return custom.of === 'number'
      ? undefined
      : custom.sample(random, random.pick(examplesOf(schemas)))
  if (!integerRange(format)) return stringOfFormat(format, random)
  const outcome = makeNumber(schemas, 'integer', random)
  return outcome.kind === 'value' ? String(BigInt(outcome.value as number | bigint)) : undefined
}

/**
 * Returns the examples of all schemas. Examples show lengths, prefixes and networks that no keyword
 * expresses.
 */
function examplesOf(schemas: readonly SchemaObject[]): readonly string[] {
  return schemas
    .flatMap(({ examples }) => listOf(examples))
    .filter((example) => typeof example === 'string')
}

/** Returns the regular expressions that the keywords of the schemas require. */
function patternsOf(schemas: readonly SchemaObject[]): readonly string[] {
  const patterns = schemas.flatMap((schema) =>
    Object.entries(schema).flatMap(([name, value]) => keywordOf(name)?.pattern?.(value) ?? []),
  )
  return [...new Set(patterns)]
}

function stringsIn(schemas: readonly SchemaObject[], keyword: string): readonly string[] {
  const texts = schemas.flatMap(({ [keyword]: value }) =>
    typeof value === 'string' ? [value] : [],
  )
  return [...new Set(texts)]
}

function lengthsOf(schemas: readonly SchemaObject[]): Lengths {
  return {
    least: Math.ceil(Math.max(0, ...numbersOf(schemas, 'minLength'))),
    most: Math.floor(Math.min(Infinity, ...numbersOf(schemas, 'maxLength'))),
  }
}
