import type { Json } from '../../model/types.ts'
import {
  among,
  anything,
  count,
  distinctList,
  filledList,
  type Fits,
  flag,
  list,
  mapOf,
  number,
  object,
  once,
  regex,
  text,
  uri,
  uriReference,
} from './fits.ts'

/** A type of JSON Schema. */
export const simpleType: Fits = among(
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
)

const inner: Fits = (value) => schema(value)
const schemas = filledList(inner)
const names = distinctList(text)
const patterns = mapOf(inner)

const schemaObject = object({
  members: {
    $id: uriReference,
    $schema: uri,
    $ref: uriReference,
    $comment: text,
    title: text,
    description: text,
    readOnly: flag,
    examples: list(anything),
    multipleOf: (value) => number(value) && Number(value) > 0,
    maximum: number,
    exclusiveMaximum: number,
    minimum: number,
    exclusiveMinimum: number,
    maxLength: count,
    minLength: count,
    pattern: regex,
    additionalItems: inner,
    items: (value) => (Array.isArray(value) ? schemas(value) : schema(value)),
    maxItems: count,
    minItems: count,
    uniqueItems: flag,
    contains: inner,
    maxProperties: count,
    minProperties: count,
    required: names,
    additionalProperties: inner,
    definitions: mapOf(inner),
    properties: mapOf(inner),
    patternProperties: (value) => patterns(value) && Object.keys(value ?? {}).every(regex),
    dependencies: mapOf((value) => (Array.isArray(value) ? names(value) : schema(value))),
    propertyNames: inner,
    enum: (value: Json) => Array.isArray(value) && value.length > 0 && scalars(value),
    type: (value) =>
      Array.isArray(value)
        ? value.length > 0 && distinctList(simpleType)(value)
        : simpleType(value),
    format: text,
    contentMediaType: text,
    contentEncoding: text,
    if: inner,
    then: inner,
    else: inner,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: inner,
  },
  others: 'any',
})

const scalars = distinctList(anything)
const known = once(schemaObject)

/** A schema of draft 7, the one that the meta-schema asks for. */
export const schema: Fits = (value) => typeof value === 'boolean' || known(value)
