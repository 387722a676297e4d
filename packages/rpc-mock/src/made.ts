import { checkSchema } from '@rpcloom/rpc/schema'
import { isRecord } from '@rpcloom/rpc'
import { canonicalText, type Members, type Resolve } from '@rpcloom/rpc/internal'
import { copied } from './copied.ts'
import { declaredMember } from './member-schema.ts'
import { sample, trySample } from './sample.ts'

/** What a generated value has to match. */
export interface Wanted {
  readonly schema: unknown
  readonly resolve: Resolve
  readonly seed: string
  /**
   * Members that the value should have, the most important first. Those that the schema does not allow are
   * omitted.
   */
  readonly members?: Members
}

/** Maximum number of cached values per schema. */
const KEPT = 32
const kept = new WeakMap<Resolve, WeakMap<object, Map<string, unknown>>>()

/**
 * Generates a value that is valid against a schema and determined by the seed. It gets the wanted members as
 * far as the schema allows them.
 */
export function made(wanted: Wanted): unknown {
  const { schema, resolve, seed, members = {} } = wanted
  if (!isRecord(schema)) return newlyMade(wanted)
  const values = keptOf(schema, resolve)
  const key = `${seed}\n${canonicalText(members)}`
  if (!values.has(key)) {
    if (values.size >= KEPT) values.clear()
    values.set(key, newlyMade(wanted))
  }
  return copied(values.get(key))
}

/**
 * Returns the cache for a schema in a document. Several documents created in a program may share a schema
 * object.
 */
function keptOf(schema: object, resolve: Resolve): Map<string, unknown> {
  const ofDocument = kept.get(resolve) ?? new WeakMap<object, Map<string, unknown>>()
  kept.set(resolve, ofDocument)
  const values = ofDocument.get(schema) ?? new Map<string, unknown>()
  ofDocument.set(schema, values)
  return values
}

function newlyMade({ schema, resolve, seed, members = {} }: Wanted): unknown {
  const fits = (value: unknown): boolean =>
    checkSchema(schema, value, { resolve, maxIssues: 1 }).length === 0
  let value = sample(schema, { resolve, seed, varied: true })
  let fixed: Members = {}
  for (const [name, wanted] of Object.entries(members)) {
    if (wanted === undefined || declaredMember(schema, name, resolve) === undefined) continue
    const next = { ...fixed, [name]: wanted }
    const changed: unknown = isRecord(value) ? { ...value, ...next } : undefined
    if (changed !== undefined && fits(changed)) value = changed
    else {
      // The wanted value may belong to another alternative of the schema.
      const other = trySample(having(schema, next), { resolve, seed, varied: true })
      if (other.kind !== 'value') continue
      value = other.value
    }
    fixed = next
  }
  return value
}

function having(schema: unknown, members: Members): unknown {
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, { const: value }]),
  )
  return { allOf: [schema, { type: 'object', required: Object.keys(members), properties }] }
}
