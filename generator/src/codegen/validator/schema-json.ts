import { jsonText } from '../../json/text.ts'
import { isNumber, isObject } from '../../json/members.ts'
import type { Json, JsonObject } from '../../json/types.ts'

export type SchemaJson = JsonObject | boolean

const annotations: ReadonlySet<string> = new Set([
  '$comment',
  '$defs',
  '$id',
  '$schema',
  'components',
  'default',
  'definitions',
  'deprecated',
  'description',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'id',
  'readOnly',
  'title',
  'writeOnly',
  'xml',
])

/** Keywords that map names to schemas. A member `title` in their values is a name, not an annotation. */
const byName: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependencies',
  'dependentSchemas',
])

/** Keywords whose value is data, not a schema. */
const verbatim: ReadonlySet<string> = new Set(['const', 'enum', 'required', 'dependentRequired'])

/** Returns a string that is equal for schemas with the same validation keywords. */
export function schemaKey(schema: Json): string {
  return jsonText(bare(schema))
}

function bare(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(bare)
  if (!isObject(schema)) return schema
  const members = Object.entries(schema)
    .filter(([name]) => !annotations.has(name) && !name.startsWith('x-'))
    .map(([name, value]) => [name, bareMember(name, value)] as const)
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function bareMember(name: string, value: Json): Json {
  if (verbatim.has(name)) return value
  if (!byName.has(name) || !isObject(value)) return bare(value)
  // Returns pairs instead of an object, because an object would lose a member named `__proto__`.
  return Object.entries(value).map(([key, member]) => [key, bare(member)])
}

export function own(schema: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(schema, name) ? schema[name] : undefined
}

export function isSchema(value: unknown): value is SchemaJson {
  return (
    typeof value === 'boolean' ||
    (typeof value === 'object' && value !== null && !Array.isArray(value))
  )
}

/** Returns a value as a schema. An invalid schema is replaced with `true`, which allows every value. */
export function asSchema(value: Json | undefined): SchemaJson {
  return isObject(value) || typeof value === 'boolean' ? value : true
}

export function asSchemas(value: Json | undefined): readonly SchemaJson[] {
  return Array.isArray(value) ? value.map(asSchema) : []
}

export function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isObject(value) ? Object.entries(value) : []
}

export function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** Returns a number that a literal can express; undefined for other values. */
export function exactNumberOf(value: Json | undefined): number | bigint | undefined {
  return isNumber(value) && (typeof value === 'bigint' || Number.isFinite(value))
    ? value
    : undefined
}

/**
 * Returns the value of a numeric keyword such as `minItems`. An integer beyond the range of exact doubles is
 * rounded.
 */
export function numberOf(value: Json | undefined): number | undefined {
  const exact = exactNumberOf(value)
  return exact === undefined ? undefined : Number(exact)
}

export function typesOf(schema: JsonObject): readonly string[] | undefined {
  const type = own(schema, 'type')
  return type === undefined ? undefined : textsOf(Array.isArray(type) ? type : [type])
}
