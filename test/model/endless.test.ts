import { trySample } from '@rpcloom/mock'
import { pointerResolver } from '@rpcloom/schema'
import type { JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { answering, build, documentOf } from './documents.ts'

const self = { $ref: '#/components/schemas/A' }
const object = { type: 'object' }

/** Schemas that both the generator and the mock recognize without a search. */
const infinite: readonly (readonly [string, JsonObject])[] = [
  ['required', { ...object, required: ['a'], properties: { a: self } }],
  ['minItems', { type: 'array', minItems: 3, items: self }],
  ['minItems after a tuple', { type: 'array', minItems: 2, prefixItems: [true], items: self }],
  ['unevaluatedItems', { type: 'array', minItems: 1, unevaluatedItems: self }],
  ['prefixItems', { type: 'array', minItems: 2, prefixItems: [self, self] }],
  ['contains', { type: 'array', contains: self }],
  ['minProperties', { ...object, minProperties: 3, additionalProperties: self }],
  [
    'minProperties of declared members',
    { ...object, minProperties: 1, properties: { a: self }, additionalProperties: false },
  ],
  [
    'minProperties and patterns alone',
    {
      ...object,
      minProperties: 1,
      patternProperties: { '^a': self, '^b': self },
      additionalProperties: false,
    },
  ],
  ['unevaluatedProperties', { ...object, minProperties: 1, unevaluatedProperties: self }],
  ['a name that is unevaluated', { ...object, required: ['a'], unevaluatedProperties: self }],
  [
    'unevaluatedProperties beside allOf',
    {
      ...object,
      minProperties: 1,
      allOf: [{ properties: { a: self } }],
      unevaluatedProperties: self,
    },
  ],
  [
    'each alternative',
    {
      ...object,
      required: ['a'],
      anyOf: [{ properties: { a: self } }, { required: ['b'], properties: { b: self } }],
    },
  ],
  [
    'then, of what must be there',
    {
      ...object,
      required: ['a'],
      properties: { next: self },
      if: { required: ['a'] },
      then: { required: ['next'] },
    },
  ],
]

test.each(infinite)(
  'a value that requires itself by %s is reported without a search',
  (_, schema) => {
    const document = documentOf([answering('get', self)], { A: schema })
    expect(build(document).diagnostics.map(({ code }) => code)).toContain('RL306')
    const before = process.cpuUsage()
    expect(trySample(self, { resolve: pointerResolver(document) })).toEqual({
      kind: 'impossible',
      reason: 'the schema is infinitely recursive',
    })
    expect(process.cpuUsage(before).user).toBeLessThan(1e6)
  },
)

/** A schema with a required member that has the schema itself as its type. */
const withNext = { ...object, required: ['a'], properties: { a: true, next: self } }

test.each([
  ['dependentRequired', { ...withNext, dependentRequired: { a: ['b'], b: ['next'] } }],
  ['dependencies', { ...withNext, dependencies: { a: ['next'] } }],
  ['dependentSchemas', { ...withNext, dependentSchemas: { a: { required: ['next'] } } }],
  ['then', { ...withNext, if: true, then: { required: ['next'] } }],
  [
    '`then` of a required member',
    { ...withNext, if: { required: ['a'] }, then: { required: ['next'] } },
  ],
  ['else', { ...withNext, if: false, else: { required: ['next'] } }],
  [
    'then and else',
    {
      ...withNext,
      if: { properties: { a: { const: 1 } } },
      then: { required: ['next'] },
      else: { properties: { a: self } },
    },
  ],
  ['two subschemas of allOf', { allOf: [{ required: ['next'] }, withNext] }],
  [
    'a subschema of allOf by reference',
    { allOf: [{ $ref: '#/components/schemas/B' }, { required: ['next'] }] },
  ],
  [
    'each alternative, with an allOf',
    { allOf: [withNext], oneOf: [{ required: ['next'] }, { properties: { a: self } }] },
  ],
  [
    'members of a member in two subschemas',
    {
      ...object,
      required: ['b'],
      properties: { b: { ...object, required: ['c'] } },
      allOf: [{ properties: { b: { properties: { c: self } } } }],
    },
  ],
  [
    'a member that matches a pattern',
    {
      ...object,
      required: ['next'],
      patternProperties: { '^n': self },
      additionalProperties: true,
    },
  ],
  ['a member of a map', { ...object, required: ['next'], additionalProperties: self }],
  ['minItems with an allOf', { allOf: [{ type: 'array', items: self }, { minItems: 1 }] }],
])('a value that needs itself by %s is reported', (_name, schema) => {
  const document = documentOf([answering('get', self)], { A: schema, B: withNext })
  expect(build(document).diagnostics.map(({ code }) => code)).toContain('RL306')
  const resolve = pointerResolver(document)
  expect(trySample(self, { resolve, budget: 1000 }).kind).not.toBe('value')
})

test.each([
  [
    'dependentRequired of an optional member',
    { ...object, properties: { a: true, next: self }, dependentRequired: { a: ['next'] } },
  ],
  [
    'then of a condition that may fail',
    { ...withNext, if: { properties: { a: { const: 1 } } }, then: { required: ['next'] } },
  ],
  ['an alternative', { allOf: [withNext], oneOf: [{ required: ['next'] }, true] }],
  ['a scalar in allOf', { allOf: [{ required: ['next'] }, { properties: { next: self } }] }],
  ['a constant', { allOf: [withNext, { required: ['next'] }], enum: [1] }],
])('%s: a value may be finite', (_name, schema) => {
  const document = documentOf([answering('get', self)], { A: schema })
  expect(build(document).diagnostics.map(({ code }) => code)).not.toContain('RL306')
})

test('choices inside required members are decided in time', () => {
  const nested = Array.from({ length: 60 }).reduce<JsonObject>(
    (x) => ({
      ...withNext,
      required: ['x'],
      oneOf: [{ properties: { x: {} } }, {}],
      properties: { x },
    }),
    {},
  )
  const document = documentOf([answering('get', self)], { A: nested })
  const before = process.cpuUsage()
  expect(build(document).diagnostics.map(({ code }) => code)).not.toContain('RL306')
  expect(process.cpuUsage(before).user).toBeLessThan(3e6)
})

test.each([
  ['minContains 0', { type: 'array', contains: self, minContains: 0 }],
  [
    'members enough',
    { ...object, minProperties: 1, properties: { b: true }, additionalProperties: self },
  ],
  [
    'a member by pattern',
    { ...object, minProperties: 1, patternProperties: { b: true }, additionalProperties: self },
  ],
  [
    'a pattern of finite members',
    { ...object, minProperties: 2, patternProperties: { '^a': self, '^b': true } },
  ],
  [
    'unevaluatedProperties that another schema evaluates',
    {
      ...object,
      minProperties: 1,
      allOf: [{ additionalProperties: true }],
      unevaluatedProperties: self,
    },
  ],
  [
    'unevaluatedProperties that an alternative evaluates',
    {
      ...object,
      required: ['a'],
      anyOf: [{ properties: { a: true } }],
      unevaluatedProperties: self,
    },
  ],
  ['prefixItems that may be missing', { type: 'array', minItems: 1, prefixItems: [true, self] }],
])('%s: a finite value is found', (_name, schema) => {
  const document = documentOf([answering('get', self)], { A: schema })
  expect(build(document).diagnostics.map(({ code }) => code)).not.toContain('RL306')
  expect(trySample(self, { resolve: pointerResolver(document) }).kind).toBe('value')
})
