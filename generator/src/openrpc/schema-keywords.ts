import { isNumber } from '../json/is-number.ts'
import { jsonText } from '../json/text.ts'
import { patternKind } from '@rpcloom/rpc/internal'
import { checkSchema } from '@rpcloom/rpc/schema'
import type { Json, JsonObject } from '../json/types.ts'
import { keywordHelp } from './keyword-help.ts'
import { isArray, isObject } from '../json/pointer.ts'

const single = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]
const lists = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']
const maps = [
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
  'properties',
]

/** Yields every schema directly inside a schema, with its path. */
export function* subschemas(schema: JsonObject): Generator<readonly [readonly string[], Json]> {
  for (const keyword of single) {
    const value = schema[keyword]
    if (value !== undefined && !isArray(value)) yield [[keyword], value]
  }
  for (const keyword of lists) {
    const value = schema[keyword]
    if (!isArray(value)) continue
    for (const [index, inner] of value.entries()) yield [[keyword, String(index)], inner]
  }
  for (const keyword of maps) {
    const value = schema[keyword]
    if (!isObject(value)) continue
    for (const [key, inner] of Object.entries(value)) {
      // `dependencies` may also list property names.
      if (!isArray(inner)) yield [[keyword, key], inner]
    }
  }
}

/** Keywords whose value is data and contains no schemas. A `$ref` inside it is data as well. */
const data = [
  'const',
  'default',
  'enum',
  'example',
  'examples',
  'discriminator',
  'externalDocs',
  'xml',
]

/** Returns keywords that JSON Schema does not define. Extensions are not included. */
export function unknownKeywords(schema: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(schema).filter(
    ([key, value]) => typeof value === 'object' && !key.startsWith('x-') && !known.has(key),
  )
}

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

/** The form that a keyword's value must have. */
export type Form =
  'type' | 'names' | 'list' | 'map' | 'text' | 'flag' | 'number' | 'count' | 'exclusive'

interface FormRule {
  readonly test: (value: Json) => boolean
  readonly expected: string
}

const forms: Readonly<Record<Form, FormRule>> = {
  type: {
    test: (value) =>
      !(isArray(value) && value.length === 0) &&
      (isArray(value) ? value : [value]).every(
        (name) => typeof name === 'string' && types.includes(name),
      ),
    expected: `one of ${types.join(', ')}, or a list of them`,
  },
  names: {
    test: (value) => isArray(value) && value.every((name) => typeof name === 'string'),
    expected: 'a list of property names',
  },
  list: { test: isArray, expected: 'a list' },
  map: { test: isObject, expected: 'an object' },
  text: { test: (value) => typeof value === 'string', expected: 'a string' },
  flag: { test: (value) => typeof value === 'boolean', expected: 'a boolean' },
  number: { test: isNumber, expected: 'a number' },
  count: {
    test: (value) =>
      typeof value === 'bigint' ? value >= 0 : Number.isInteger(value) && Number(value) >= 0,
    expected: 'a non-negative integer',
  },
  // In draft 4 this is a boolean, and documents with that form still exist.
  exclusive: {
    test: (value) => isNumber(value) || typeof value === 'boolean',
    expected: 'a number',
  },
}

const formOfKeyword: Readonly<Record<string, Form>> = {
  type: 'type',
  required: 'names',
  enum: 'list',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  prefixItems: 'list',
  examples: 'list',
  properties: 'map',
  patternProperties: 'map',
  definitions: 'map',
  $defs: 'map',
  dependencies: 'map',
  $comment: 'text',
  $id: 'text',
  $ref: 'text',
  $schema: 'text',
  contentEncoding: 'text',
  contentMediaType: 'text',
  format: 'text',
  title: 'text',
  description: 'text',
  pattern: 'text',
  deprecated: 'flag',
  readOnly: 'flag',
  writeOnly: 'flag',
  uniqueItems: 'flag',
  nullable: 'flag',
  minimum: 'number',
  maximum: 'number',
  multipleOf: 'number',
  exclusiveMinimum: 'exclusive',
  exclusiveMaximum: 'exclusive',
  minLength: 'count',
  maxLength: 'count',
  minItems: 'count',
  maxItems: 'count',
  minProperties: 'count',
  maxProperties: 'count',
}

/**
 * Returns the form that JSON Schema requires; undefined for unknown keywords and for keywords that contain
 * only schemas.
 */
export function formOf(keyword: string): Form | undefined {
  return Object.hasOwn(formOfKeyword, keyword) ? formOfKeyword[keyword] : undefined
}

/** Describes a form in words that complete "The keyword is ...". */
export function wordsFor(form: Form): string {
  return forms[form].expected
}

/** Returns how a keyword contains schemas: one schema, a list or a map. Undefined if it contains none. */
export function holding(keyword: string, value: Json): 'one' | 'list' | 'map' | undefined {
  if (isArray(value)) return lists.includes(keyword) ? 'list' : undefined
  if (single.includes(keyword)) return 'one'
  return maps.includes(keyword) ? 'map' : undefined
}

const known = new Set([...single, ...lists, ...maps, ...data, ...Object.keys(formOfKeyword)])

/** Whether JSON Schema defines a keyword. */
export function isKeyword(name: string): boolean {
  return known.has(name)
}

/** A keyword with an invalid value, and how to correct it. */
interface MalformedKeyword {
  readonly keyword: string
  readonly message: string
  readonly help: string
}

/** Returns the keywords of a schema whose values have the wrong type. Nested schemas are not checked. */
export function malformedKeywords(schema: JsonObject): readonly MalformedKeyword[] {
  const found: MalformedKeyword[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    const form = formOf(keyword)
    if (form !== undefined && !forms[form].test(value)) {
      const message = `The keyword \`${keyword}\` must be ${wordsFor(form)}.`
      found.push({ keyword, message, help: keywordHelp(keyword, form, value) })
    }
  }
  found.push(...contradictions(schema))
  for (const { message, help } of forgottenProperties(schema)) {
    found.push({ keyword: 'required', message: `${message}.`, help })
  }
  const pattern = schema['pattern']
  if (typeof pattern === 'string' && patternKind(pattern) === 'none') {
    found.push({
      keyword: 'pattern',
      message: 'The pattern is not a valid JavaScript regular expression, so it is not checked.',
      help: 'Write it in ECMA-262 syntax, which has no inline flags such as (?i), no \\A or \\z, and no possessive quantifiers.',
    })
  }
  return found
}

/** Reports an `enum` with values that `type` does not allow. */
function contradictions(schema: JsonObject): readonly MalformedKeyword[] {
  const { type, enum: values } = schema
  const words = isArray(type) ? type : [type]
  if (!isArray(values) || values.length === 0) return []
  if (!words.every((word) => typeof word === 'string' && types.includes(word))) return []
  const others = values.filter((value) => checkSchema({ type: words }, value).length > 0)
  if (others.length === 0) return []
  const message =
    others.length === values.length
      ? 'No value of the `enum` matches the `type` of the schema, so no value is valid.'
      : `${jsonText(others[0]).slice(0, 40)} in \`enum\` does not match the \`type\` of the schema, so it is never valid.`
  const help = 'Correct the values, or change `type` to match them.'
  return [{ keyword: 'enum', message, help }]
}

/** A property that a closed object requires but does not declare. */
interface Forgotten {
  readonly name: string
  /** Index of the property in `required`. */
  readonly index: number
  readonly message: string
  readonly help: string
}

/** Keywords other than `properties` that may declare a property. */
const elsewhere = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas']

/** Returns the properties that a closed object requires but does not allow. */
export function forgottenProperties(schema: JsonObject): readonly Forgotten[] {
  const { required, properties = {}, additionalProperties } = schema
  if (additionalProperties !== false || !isArray(required) || !isObject(properties)) return []
  if (elsewhere.some((keyword) => Object.hasOwn(schema, keyword))) return []
  return required.flatMap((name, index) => {
    if (typeof name !== 'string' || Object.hasOwn(properties, name)) return []
    const message = `${jsonText(name)} is required, but \`additionalProperties: false\` forbids it`
    return [{ name, index, message, help: 'Add it to `properties`, or remove it from `required`.' }]
  })
}

/** Returns the patterns of a schema that are only matched against short strings, as paths to them. */
export function boundedPatterns(schema: JsonObject): readonly (readonly string[])[] {
  const { pattern, patternProperties } = schema
  return [
    ...(typeof pattern === 'string' && patternKind(pattern) === 'bounded' ? [['pattern']] : []),
    ...Object.keys(isObject(patternProperties) ? patternProperties : {})
      .filter((name) => patternKind(name) === 'bounded')
      .map((name) => ['patternProperties', name]),
  ]
}
