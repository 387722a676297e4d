import { isNumber } from '../json/is-number.ts'
import { schemaKeywords } from '@rpcloom/schema/internal'
import type { Json, JsonObject } from '../json/types.ts'
import { isArray, isObject } from '../json/pointer.ts'
import { nearestWord } from '../json/suggest.ts'

const single: readonly string[] = schemaKeywords.one
const lists: readonly string[] = schemaKeywords.list
const maps: readonly string[] = schemaKeywords.map

/** Yields every schema directly inside a schema, with the path to the nested schema. */
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
      // An array in `dependencies` lists property names and is not a schema.
      if (!isArray(inner)) yield [[keyword, key], inner]
    }
  }
}

/** Keywords whose value is data rather than schemas. A `$ref` in the value is data as well. */
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

/** Returns the keywords of a schema that JSON Schema does not define, except extensions. */
export function unknownKeywords(schema: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(schema).filter(
    ([key, value]) => typeof value === 'object' && !key.startsWith('x-') && !known.has(key),
  )
}

export const typeNames: readonly string[] = [
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]

/** The form that the value of a keyword must have. */
export type Form =
  | 'type'
  | 'names'
  | 'namesByName'
  | 'list'
  | 'map'
  | 'text'
  | 'flag'
  | 'number'
  | 'count'
  | 'exclusive'

interface FormRule {
  readonly test: (value: Json) => boolean
  readonly expected: string
  /** A valid sample value for the hint. */
  readonly sample: string
}

const isNames = (value: Json): boolean =>
  isArray(value) && value.every((name) => typeof name === 'string')

const forms: Readonly<Record<Form, FormRule>> = {
  type: {
    test: (value) =>
      !(isArray(value) && value.length === 0) &&
      (isArray(value) ? value : [value]).every(
        (name) => typeof name === 'string' && typeNames.includes(name),
      ),
    expected: `one of ${typeNames.join(', ')}, or a list of them`,
    sample: '"string"',
  },
  names: {
    test: isNames,
    expected: 'a list of property names',
    sample: '["id", "name"]',
  },
  namesByName: {
    test: (value) => isObject(value) && Object.values(value).every(isNames),
    expected: 'an object of lists of property names',
    sample: '{ "id": ["name"] }',
  },
  list: { test: isArray, expected: 'a list', sample: '[...]' },
  map: { test: isObject, expected: 'an object', sample: '{ "name": { "type": "string" } }' },
  text: { test: (value) => typeof value === 'string', expected: 'a string', sample: '"..."' },
  flag: { test: (value) => typeof value === 'boolean', expected: 'a boolean', sample: 'true' },
  number: { test: isNumber, expected: 'a number', sample: '1' },
  count: {
    test: (value) =>
      typeof value === 'bigint' ? value >= 0 : Number.isInteger(value) && Number(value) >= 0,
    expected: 'a non-negative integer',
    sample: '1',
  },
  // Draft 4 defines the keyword as a boolean, and documents still use that form.
  exclusive: {
    test: (value) => isNumber(value) || typeof value === 'boolean',
    expected: 'a number',
    sample: '0',
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
  dependentSchemas: 'map',
  dependentRequired: 'namesByName',
  $anchor: 'text',
  $comment: 'text',
  $dynamicAnchor: 'text',
  $dynamicRef: 'text',
  $id: 'text',
  $recursiveRef: 'text',
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
  $recursiveAnchor: 'flag',
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
  minContains: 'count',
  maxContains: 'count',
}

/**
 * Returns the form that JSON Schema requires for a keyword. Returns undefined for unknown keywords
 * and for keywords that only contain schemas.
 */
export function formOf(keyword: string): Form | undefined {
  return Object.hasOwn(formOfKeyword, keyword) ? formOfKeyword[keyword] : undefined
}

export function hasForm(form: Form, value: Json): boolean {
  return forms[form].test(value)
}

/** Describes a form in words that follow "The keyword must be ...". */
export function wordsFor(form: Form): string {
  return forms[form].expected
}

/** Returns a hint on how to write the value of a keyword correctly. */
export function keywordHelp(keyword: string, form: Form, value: Json): string {
  if (form !== 'type')
    return `Write it as in \`"${keyword}": ${forms[form].sample}\`, or remove it.`
  const near = typeof value === 'string' ? nearestWord(value, typeNames) : undefined
  if (near !== undefined) return `Did you mean \`"type": "${near}"\`?`
  return `Use one of ${typeNames.join(', ')}. Refer to your own type with \`"$ref": "#/components/schemas/Name"\`; use \`format\` for a kind of string.`
}

/**
 * Returns how the value of a keyword contains schemas: as a single schema, a list or a map. Returns
 * undefined if it contains no schemas.
 */
export function holding(keyword: string, value: Json): 'one' | 'list' | 'map' | undefined {
  if (isArray(value)) return lists.includes(keyword) ? 'list' : undefined
  if (single.includes(keyword)) return 'one'
  return maps.includes(keyword) ? 'map' : undefined
}

const known = new Set([...single, ...lists, ...maps, ...data, ...Object.keys(formOfKeyword)])

export function isKeyword(name: string): boolean {
  return known.has(name)
}
