import type { JsonObject } from '@rpcloom/rpc'
import { dereference, type Resolve } from '@rpcloom/schema'
import { standaloneSchema } from '@rpcloom/schema/internal'
import { isRecord, mapValues, recordOf } from '@rpcloom/schema/json'

/** A form by which a user enters the result of a method. */
export interface Form {
  readonly schema: JsonObject
  /** Returns the result that a user entered. */
  readonly resultOf: (content: unknown) => unknown
}

/** Returns the form for a result. Forms are flat: clients know no references in them. */
export function formOf(result: unknown, resolve: Resolve): Form {
  const flat = (one: unknown): unknown => {
    const outer = { properties: { one: dereference(one, resolve) } }
    return recordOf(standaloneSchema(outer, resolve)['properties'])['one']
  }
  const { type, properties, required } = recordOf(dereference(result, resolve))
  if (isRecord(properties) || type === undefined || type === 'object') {
    const members = mapValues(recordOf(properties), flat)
    const schema = {
      type: 'object',
      properties: members,
      ...(required !== undefined && { required }),
    }
    return { schema: schema as JsonObject, resultOf: (content) => content }
  }
  const schema = { type: 'object', properties: { value: flat(result) }, required: ['value'] }
  return { schema: schema as JsonObject, resultOf: (content) => recordOf(content)['value'] }
}
