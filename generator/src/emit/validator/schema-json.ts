import { jsonText } from '../../json/text.ts'
import { isNumber, isObject } from '../../model/json.ts'
import type { Json, JsonObject } from '../../model/types.ts'

/** A schema as JSON has it. */
export type SchemaJson = JsonObject | boolean

/** Members that say nothing about which values are valid. */
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

/** Keywords whose members are schemas by name: there, a member called `title` is no annotation. */
const byName: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependencies',
  'dependentSchemas',
])

/** Keywords whose value is data. */
const verbatim: ReadonlySet<string> = new Set(['const', 'enum', 'required', 'dependentRequired'])

/** Text that two schemas have in common exactly if they accept the same by the same words. */
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
  // The pairs stay pairs: `__proto__` as a member of a copy would be lost.
  return Object.entries(value).map(([key, member]) => [key, bare(member)])
}

/** A member of an object, if it is its own. */
export function own(schema: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(schema, name) ? schema[name] : undefined
}

/** Whether something that a reference led to is a schema. */
export function isSchema(value: unknown): value is SchemaJson {
  return (
    typeof value === 'boolean' ||
    (typeof value === 'object' && value !== null && !Array.isArray(value))
  )
}

/** A schema where one belongs; anything else accepts everything. */
export function asSchema(value: Json | undefined): SchemaJson {
  return isObject(value) || typeof value === 'boolean' ? value : true
}

/** A list of schemas. */
export function asSchemas(value: Json | undefined): readonly SchemaJson[] {
  return Array.isArray(value) ? value.map(asSchema) : []
}

/** The pairs of a keyword that holds values by name. */
export function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isObject(value) ? Object.entries(value) : []
}

/** The texts of a list. */
export function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** A number, if the keyword has one that a literal can say. */
export function exactNumberOf(value: Json | undefined): number | bigint | undefined {
  return isNumber(value) && (typeof value === 'bigint' || Number.isFinite(value))
    ? value
    : undefined
}

/** The same for a count, of which nobody needs the last digits. */
export function numberOf(value: Json | undefined): number | undefined {
  const exact = exactNumberOf(value)
  return exact === undefined ? undefined : Number(exact)
}

/** The names in `type`; undefined without the keyword. */
export function typesOf(schema: JsonObject): readonly string[] | undefined {
  const type = own(schema, 'type')
  return type === undefined ? undefined : textsOf(Array.isArray(type) ? type : [type])
}
