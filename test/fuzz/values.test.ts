import { trySample } from '@rpcloom/mock'
import { checkSchema, pointerResolver } from '@rpcloom/schema'
import type { Json, JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { generating } from './hostile.ts'

/** Documents whose schema has no valid value, or none within the search limit. */
const withoutValue: Readonly<Record<string, readonly [kind: string, reason: RegExp]>> = {
  'a chain of 1000 references': ['missed', /nested too deeply/],
  '2^60 oneOf': ['impossible', /matches another one, too/],
  '2^60 anyOf': ['missed', /reached its limit/],
  '2^60 allOf': ['missed', /reached its limit/],
  '2^40 members': ['missed', /too large/],
  '2^150 items': ['missed', /too large/],
  '2^160 items by reference': ['missed', /too large/],
  '300 choices among 40 others': ['impossible', /infinitely recursive/],
  'patterns that no text fits, in many members': ['missed', /./],
  '2^24 combinations': ['missed', /./],
}

test.each(Object.entries(generating))(
  '%s: a value is generated, or the reason why there is none',
  (name, document) => {
    const resolve = pointerResolver(document)
    const schema = resultSchema(document)
    const sampled = trySample(schema, { resolve })
    const expected = withoutValue[name]
    if (expected !== undefined) {
      const [kind, reason] = expected
      expect(sampled).toMatchObject({ kind, reason: expect.stringMatching(reason) as string })
      return
    }
    expect(sampled.kind).toBe('value')
    expect(checkSchema(schema, 'value' in sampled && sampled.value, { resolve })).toEqual([])
  },
)

function resultSchema({ methods }: JsonObject): Json | undefined {
  const [method] = methods as readonly { readonly result: { readonly schema: Json } }[]
  return method?.result.schema
}
