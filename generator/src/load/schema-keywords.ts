import { patternKind } from '@rpcloom/rpc/schema'
import type { Json, JsonObject } from '../model/types.ts'
import { isArray, isObject } from './pointer.ts'

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

/** Every schema directly inside a schema, with the steps that lead there. */
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

/** Keywords that hold values, not schemas: a `$ref` inside them is data. */
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

/** Members of a schema that JSON Schema does not know, extensions aside. */
export function strangers(schema: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(schema).filter(
    ([key, value]) => typeof value === 'object' && !key.startsWith('x-') && !known.has(key),
  )
}

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

type Check = readonly [test: (value: Json) => boolean, expected: string]

const isCount: Check = [
  (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
  'an integer, 0 or more',
]
const isNumber: Check = [(value) => typeof value === 'number', 'a number']
const isText: Check = [(value) => typeof value === 'string', 'a string']
const isFlag: Check = [(value) => typeof value === 'boolean', 'a boolean']
const isList: Check = [isArray, 'a list']
const isMap: Check = [isObject, 'an object']
// Draft 4 has a boolean here, and such documents are still about.
const isExclusive: Check = [(value) => ['number', 'boolean'].includes(typeof value), 'a number']

const checks: Readonly<Record<string, Check>> = {
  type: [
    (value) =>
      !(isArray(value) && value.length === 0) &&
      (isArray(value) ? value : [value]).every(
        (name) => typeof name === 'string' && types.includes(name),
      ),
    `one of ${types.join(', ')}, or a list of them`,
  ],
  required: [
    (value) => isArray(value) && value.every((name) => typeof name === 'string'),
    'a list of property names',
  ],
  enum: isList,
  allOf: isList,
  anyOf: isList,
  oneOf: isList,
  prefixItems: isList,
  examples: isList,
  properties: isMap,
  patternProperties: isMap,
  definitions: isMap,
  $defs: isMap,
  $ref: isText,
  format: isText,
  title: isText,
  description: isText,
  pattern: isText,
  deprecated: isFlag,
  readOnly: isFlag,
  writeOnly: isFlag,
  uniqueItems: isFlag,
  minimum: isNumber,
  maximum: isNumber,
  multipleOf: isNumber,
  exclusiveMinimum: isExclusive,
  exclusiveMaximum: isExclusive,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
}

const known = new Set([...single, ...lists, ...maps, ...data, ...Object.keys(checks)])

/** The keywords of one schema, not of those inside it, that do not have the type JSON Schema gives them. */
export function malformedKeywords(
  schema: JsonObject,
): readonly { readonly keyword: string; readonly message: string }[] {
  const found: { keyword: string; message: string }[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    const check = Object.hasOwn(checks, keyword) ? checks[keyword] : undefined
    if (check !== undefined && !check[0](value)) {
      found.push({ keyword, message: `The keyword \`${keyword}\` is ${check[1]}.` })
    }
  }
  const pattern = schema['pattern']
  if (typeof pattern === 'string' && patternKind(pattern) === 'none') {
    found.push({
      keyword: 'pattern',
      message: 'The pattern is no regular expression that JavaScript knows, and is not checked.',
    })
  }
  return found
}

/** Patterns of a schema that only short texts are checked against, by the steps that lead to them. */
export function boundedPatterns(schema: JsonObject): readonly (readonly string[])[] {
  const { pattern, patternProperties } = schema
  return [
    ...(typeof pattern === 'string' && patternKind(pattern) === 'bounded' ? [['pattern']] : []),
    ...Object.keys(isObject(patternProperties) ? patternProperties : {})
      .filter((name) => patternKind(name) === 'bounded')
      .map((name) => ['patternProperties', name]),
  ]
}
