import { isSecret, paramSummary, type TargetMethod } from '@rpcloom/cli/internal'
import type { JsonObject } from '@rpcloom/rpc'
import type { OpenRpcParam } from '@rpcloom/rpc/internal'
import type { Resolve } from '@rpcloom/schema'
import { keywordOf } from '@rpcloom/schema/internal'
import { isRecord, listOf } from '@rpcloom/schema/json'
import { withoutSecrets } from './content.ts'
import { mapValues } from './map-values.ts'
import { plainText } from './plain-text.ts'

type Schema = Readonly<Record<string, unknown>>

const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** Returns the schema of a method's params as JSON Schema 2020-12, without references to the document. */
export function inputSchema(target: TargetMethod): JsonObject {
  const { method, document } = target
  const moved = new MovedSchemas(document.resolve)
  const properties = method.params.map(
    (param) => [param.name, describedParam(target, param, moved)] as const,
  )
  const required = method.params.flatMap(({ name, required }) => (required ? [name] : []))
  return {
    $schema: dialect,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...moved.definitions(),
  } as JsonObject
}

/** Returns the schema of a method's result; undefined for a notification. */
export function resultSchema({ method, document }: TargetMethod): JsonObject | undefined {
  if (!method.result) return undefined
  const moved = new MovedSchemas(document.resolve)
  const schema = moved.schema(method.result.schema)
  return { $schema: dialect, ...Object(schema), ...moved.definitions() } as JsonObject
}

function describedParam(target: TargetMethod, param: OpenRpcParam, moved: MovedSchemas): Schema {
  const schema = Object(moved.schema(param.schema)) as Schema
  const isHidden = isSecret(target, param)
  const examples = target.method.pairings.flatMap(({ params }) =>
    Object.hasOwn(params, param.name)
      ? [withoutSecrets(param.schema, params[param.name], target)]
      : [],
  )
  const description = [plainText(paramSummary(param)), isHidden ? 'Secret: never shown.' : '']
    .filter((part) => part !== '')
    .join(' ')
  return {
    ...schema,
    ...(description !== '' && { description }),
    ...(isHidden ? { writeOnly: true } : examples.length > 0 && { examples: examples.slice(0, 3) }),
  }
}

/** Keywords that have no meaning outside of the document. */
const omitted = /^(\$id|\$schema|\$defs|definitions|\$anchor|x-.*)$/

/** Schemas that are moved out of a document, with the definitions that they refer to. */
export class MovedSchemas {
  readonly #resolve: Resolve
  readonly #names = new Map<string, string>()
  readonly #definitions = new Map<string, unknown>()

  constructor(resolve: Resolve) {
    this.#resolve = resolve
  }

  definitions(): { readonly $defs?: Schema } {
    return this.#definitions.size === 0 ? {} : { $defs: Object.fromEntries(this.#definitions) }
  }

  /** Returns a schema in the form of JSON Schema 2020-12. Extensions and identifiers are omitted. */
  schema(schema: unknown): unknown {
    if (schema === true) return {}
    if (!isRecord(schema)) return schema
    const entries = Object.entries(schema).flatMap(([name, value]) =>
      this.#keyword(schema, name, value),
    )
    const moved: Schema = Object.fromEntries(entries)
    const { nullable, type, ...others } = moved
    if (nullable !== true || typeof type !== 'string') return moved
    return { ...others, type: [type, 'null'] }
  }

  #keyword(schema: Schema, name: string, value: unknown): readonly (readonly [string, unknown])[] {
    if (name === '$ref' && typeof value === 'string') return [[name, this.#moved(value)]]
    if (name === 'example') return [['examples', [value]]]
    if (name === 'items' && Array.isArray(value))
      return [['prefixItems', value.map((one) => this.schema(one))]]
    if (name === 'additionalItems')
      return Array.isArray(schema['items']) ? [['items', this.schema(value)]] : []
    if (omitted.test(name)) return []
    const { holds } = keywordOf(name) ?? {}
    if (holds === 'map' && isRecord(value))
      // A list in `dependencies` has names of members.
      return [[name, mapValues(value, (one) => (Array.isArray(one) ? one : this.schema(one)))]]
    if (holds === 'list') return [[name, listOf(value).map((one) => this.schema(one))]]
    return [[name, holds === undefined ? value : this.schema(value)]]
  }

  /** Returns the reference to a definition, which is added with the definitions that it refers to. */
  #moved(ref: string): string {
    const known = this.#names.get(ref)
    if (known !== undefined) return `#/$defs/${known}`
    const last = ref.slice(ref.lastIndexOf('/') + 1).replaceAll(/[^\w.-]/g, '_') || 'schema'
    let name = last
    for (let index = 2; this.#definitions.has(name); index++) name = `${last}_${index}`
    this.#names.set(ref, name)
    // A recursive schema refers to its own name.
    this.#definitions.set(name, true)
    this.#definitions.set(name, this.schema(this.#resolve(ref) ?? true))
    return `#/$defs/${name}`
  }
}
