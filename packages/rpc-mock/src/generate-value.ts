import { isRecord } from '@rpcloom/rpc'
import { type Members } from '@rpcloom/rpc/internal'
import { conjunctionOf, isValid, type Resolve } from '@rpcloom/schema/internal'
import { declaredMember } from './member-schema.ts'
import { sample, trySample } from './sample.ts'

interface ValueOptions {
  readonly schema: unknown
  readonly resolve: Resolve
  readonly seed: string
  /**
   * Members that the value should have, the most important first. Members that the schema does not allow are
   * omitted.
   */
  readonly members?: Members
}

/** Generates a value that is valid against a schema and determined by the seed. */
export function generateValue({ schema, resolve, seed, members = {} }: ValueOptions): unknown {
  let value = sample(schema, { resolve, seed, varied: true })
  let fixed: Members = {}
  for (const [name, member] of Object.entries(members)) {
    if (member === undefined || declaredMember(schema, name, resolve) === undefined) continue
    const next = { ...fixed, [name]: member }
    const changed: unknown = isRecord(value) ? { ...value, ...next } : undefined
    if (changed !== undefined && isValid(schema, changed, { resolve })) value = changed
    else {
      // The chosen alternative of the schema may not allow the member, so another value is tried.
      const other = trySample(withMembers(schema, next), { resolve, seed, varied: true })
      if (other.kind !== 'value') continue
      value = other.value
    }
    fixed = next
  }
  return value
}

function withMembers(schema: unknown, members: Members): unknown {
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, { const: value }]),
  )
  return conjunctionOf([schema, { type: 'object', required: Object.keys(members), properties }])
}
