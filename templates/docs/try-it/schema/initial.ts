import { checkSchema } from '@rpcloom/schema'
import { trySample } from '@rpcloom/mock'
import { fieldOf } from './field.ts'
import { presetOf } from './remarks.ts'
import { viewAt } from './view.ts'
import type { Resolve } from '@rpcloom/schema/internal'

/** Depth below which only required values are created. */
const deepest = 6

/**
 * Returns an initial value: the default or an example of the schema, or else an object with
 * required members only. Returns undefined if only the reader can know the value.
 */
export function initialValue(schema: unknown, resolve: Resolve, depth = 0): unknown {
  const preset = presetOf(viewAt(schema, resolve))
  if (preset !== undefined) return structuredClone(preset)
  const field = fieldOf(schema, resolve)
  const inner = (one: unknown): unknown => initialValue(one, resolve, depth + 1)
  switch (field.kind) {
    case 'object':
      if (depth >= deepest) return {}
      return Object.fromEntries(
        field.members.declared.flatMap(({ name, schema: member, required }) => {
          const value = required ? inner(member) : undefined
          return value === undefined ? [] : [[name, value] as const]
        }),
      )
    case 'array': {
      if (depth >= deepest) return []
      const { first, rest, least } = field.items
      const count = Math.min(Math.max(first.length, least), 20)
      return Array.from({ length: count }, (_, at) => inner(first[at] ?? rest) ?? null)
    }
    case 'choice':
      return depth >= deepest ? undefined : inner(field.options[0]?.schema)
    case 'enum':
      return field.values[0]?.value
    case 'text':
      return ''
    case 'number':
    case 'any':
      return undefined
    default:
      return field satisfies never
  }
}

/** Returns a valid value. Without a default or example in the schema, the value is generated. */
export function generatedValue(schema: unknown, resolve: Resolve, seed: string): unknown {
  const first = initialValue(schema, resolve)
  if (first !== undefined && checkSchema(schema, first, { resolve, maxIssues: 1 }).length === 0) {
    return first
  }
  const sampled = trySample(schema, { resolve, seed })
  return sampled.kind === 'value' ? sampled.value : first
}
