import { gather } from '../../json/gather.ts'
import { objectOf, own, stringOf } from '../../json/members.ts'
import { below, type Located } from '../../json/place.ts'
import { follow } from '../reference.ts'
import type { JsonObject, Place } from '../../json/types.ts'
import type { Property, Type } from '../types.ts'
import { intersect } from './compose.ts'
import { type SchemaReader, structureAt } from './reader.ts'

/**
 * A `discriminator` with a `mapping` (OpenAPI 3.1, section 4.8.25), which assigns values of a
 * property to the alternatives of a schema.
 */
export interface Discriminator {
  readonly property: string
  /**
   * Values of the discriminating property, by the reference or component name of the alternative.
   */
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly place: Place
}

/**
 * Reads the discriminator of a schema. A discriminator without a `mapping` is ignored. By default,
 * OpenAPI uses schema names as values, but in many documents the values are different.
 */
export function discriminatorOf(place: Place, json: JsonObject): Discriminator | undefined {
  const declared = objectOf(json, 'discriminator')
  const property = stringOf(declared, 'propertyName')
  const mapping = objectOf(declared, 'mapping')
  if (property === undefined || mapping === undefined) return undefined
  const values = gather(
    Object.entries(mapping).flatMap(([value, target]) =>
      typeof target === 'string' ? [[target, value] as const] : [],
    ),
  )
  return { property, values, place: below(place, 'discriminator') }
}

/**
 * Adds the values of the discriminating property to an alternative, unless the alternative declares
 * the values itself.
 */
export function tagged(
  reader: SchemaReader,
  discriminator: Discriminator,
  alternative: Located & { readonly type: Type },
): Type {
  const ref = own(alternative.json, '$ref')
  if (typeof ref !== 'string') return alternative.type
  const { property: name, place } = discriminator
  // The mapping may contain references or component names.
  const values = [ref, ref.replace(/^.*\//, '')].flatMap((to) => discriminator.values.get(to) ?? [])
  const [only] = values
  if (only === undefined) return alternative.type
  const target = follow(reader.loaded, alternative.place.file, ref)
  if (target === undefined || declaresValues(target, name)) return alternative.type
  const type: Type =
    values.length === 1
      ? { kind: 'literal', value: only }
      : { kind: 'enum', members: values.map((value) => ({ value })) }
  const schema = { place: below(place, 'mapping'), json: { enum: values } }
  const property: Property = { name, required: true, doc: {}, type, schema }
  return intersect([{ kind: 'object', properties: [property] }, alternative.type])
}

/** Whether a schema or a schema that it combines declares the values of the named property. */
function declaresValues(schema: Located, name: string): boolean {
  const { properties, conjuncts } = structureAt(schema)
  const property = properties.get(name)?.json
  if (own(property, 'const') !== undefined || own(property, 'enum') !== undefined) return true
  return conjuncts.some((part) => declaresValues(part, name))
}
