import { isRecord, mapValues, recordOf } from './json/values.ts'
import { keywordOf } from './keywords/table.ts'
import type { Resolve, SchemaObject } from './types.ts'

/** A version of JSON Schema. */
export type SchemaVersion = '2020-12' | 'draft-07'

/** How schemas are moved out of a document. */
export interface MovedOptions {
  readonly resolve: Resolve
  readonly version: SchemaVersion
  /** Start of the references to definitions, such as `#/$defs/`. */
  readonly at: string
  /** Names that definitions cannot have. */
  readonly taken?: readonly string[]
  /** Whether a keyword is omitted, besides IDs, definitions, and what is no keyword and may contain references. */
  readonly isOmitted?: (keyword: string) => boolean
}

/** Keywords that have no meaning outside of a document. */
const identities: ReadonlySet<string> = new Set([
  '$id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$recursiveRef',
  'definitions',
  '$defs',
])

/** Schemas that are moved out of a document, with the definitions to which they refer. */
export class MovedSchemas {
  readonly #options: MovedOptions
  readonly #taken: Set<string>
  /** Names of definitions by their schemas, or by references to schemas that are booleans. */
  readonly #names = new Map<unknown, string>()
  readonly #definitions = new Map<string, unknown>()

  constructor(options: MovedOptions) {
    this.#options = options
    this.#taken = new Set(options.taken)
  }

  /** Returns a schema in the version of JSON Schema, with references to definitions. */
  schema(schema: unknown): unknown {
    if (!isRecord(schema)) return schema
    const { $ref, $dynamicRef, ...rest } = schema
    const reference = $ref ?? $dynamicRef
    const name = typeof reference === 'string' ? this.#nameOf(reference, schema) : undefined
    const entries = Object.entries(rest).flatMap(([keyword, value]) =>
      this.#keyword(keyword, value),
    )
    const own = inVersion(Object.fromEntries(entries), this.#options.version)
    if (name === undefined) return own
    const target = { $ref: this.#options.at + name }
    if (this.#options.version === '2020-12') return { ...own, ...target }
    // In draft-07, a reference has no other members.
    return Object.keys(own).length === 0 ? target : { allOf: [own, target] }
  }

  /** Returns the definitions to which moved schemas refer, by name. */
  definitions(): SchemaObject {
    return Object.fromEntries(this.#definitions)
  }

  #keyword(keyword: string, value: unknown): readonly (readonly [string, unknown])[] {
    const { holds } = keywordOf(keyword) ?? {}
    if (identities.has(keyword) || this.#options.isOmitted?.(keyword)) return []
    if (keywordOf(keyword) === undefined && [value].flat().some(isRecord)) return []
    if (holds === undefined) return [[keyword, value]]
    if (holds === 'map') {
      // A list in `dependencies` has names of members.
      const moved = (one: unknown): unknown => (Array.isArray(one) ? one : this.schema(one))
      return [[keyword, mapValues(recordOf(value), moved)]]
    }
    const moved = Array.isArray(value) ? value.map((one) => this.schema(one)) : this.schema(value)
    return [[keyword, moved]]
  }

  #nameOf(ref: string, from: SchemaObject): string | undefined {
    const target = this.#options.resolve(ref, from)
    if (target === undefined) return undefined
    const id = isRecord(target) ? target : ref
    const known = this.#names.get(id)
    if (known !== undefined) return known
    const name = this.#free(lastName(ref))
    this.#names.set(id, name)
    // The place of a recursive schema is before that of its parts.
    this.#definitions.set(name, true)
    this.#definitions.set(name, this.schema(target))
    return name
  }

  #free(text: string): string {
    const stem = text.replaceAll(/[^A-Za-z0-9._-]+/g, '_') || '_'
    let name = stem
    for (let count = 2; this.#taken.has(name); count++) name = `${stem}${count}`
    this.#taken.add(name)
    return name
  }
}

/** Returns the name in a reference: `Pet` in `#/components/schemas/Pet` and `#/components/contentDescriptors/Pet/schema`. */
function lastName(ref: string): string {
  const tokens = ref
    .slice(ref.indexOf('#') + 1)
    .split('/')
    .slice(1)
  const last = tokens.findLast((token) => token !== 'schema' && !/^\d+$/.test(token))
  return last?.replaceAll('~1', '/').replaceAll('~0', '~') ?? 'Schema'
}

/** Writes what the versions of JSON Schema write differently: items by position, `null` and a single example. */
function inVersion(schema: SchemaObject, version: SchemaVersion): SchemaObject {
  const { items, prefixItems, additionalItems, nullable, type, example, ...rest } = schema
  const isNullable = nullable === true && type !== undefined
  const types = isNullable ? [...new Set([type, 'null'].flat())] : type
  const usual = {
    ...(types !== undefined && { type: types }),
    ...rest,
    ...(example !== undefined && { examples: [example] }),
  }
  const byPosition = prefixItems ?? (Array.isArray(items) ? items : undefined)
  if (byPosition === undefined) return { ...usual, ...(items !== undefined && { items }) }
  const others = prefixItems === undefined ? additionalItems : items
  return version === '2020-12'
    ? { ...usual, prefixItems: byPosition, ...(others !== undefined && { items: others }) }
    : { ...usual, items: byPosition, ...(others !== undefined && { additionalItems: others }) }
}

/** Returns a schema of JSON Schema 2020-12 that needs nothing of its document and has no extensions (`x-`). */
export function standaloneSchema(schema: unknown, resolve: Resolve): SchemaObject {
  const isOmitted = (keyword: string): boolean => keyword.startsWith('x-')
  const moved = new MovedSchemas({ resolve, version: '2020-12', at: '#/$defs/', isOmitted })
  const own = recordOf(moved.schema(schema))
  const $defs = moved.definitions()
  const dialect = 'https://json-schema.org/draft/2020-12/schema'
  return { $schema: dialect, ...own, ...(Object.keys($defs).length > 0 && { $defs }) }
}
