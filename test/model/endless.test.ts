import { trySample } from '@rpcloom/mock'
import { pointerResolver } from '@rpcloom/rpc/schema'
import { expect, test } from 'vitest'
import { answering, build, documentOf } from './documents.ts'

const self = { $ref: '#/components/schemas/A' }
const object = { type: 'object' }

test.each([
  ['required', { ...object, required: ['a'], properties: { a: self } }],
  ['minItems', { type: 'array', minItems: 3, items: self }],
  ['prefixItems', { type: 'array', minItems: 2, prefixItems: [self, self] }],
  ['contains', { type: 'array', contains: self }],
  ['minProperties', { ...object, minProperties: 3, additionalProperties: self }],
])('a value that needs itself by %s is reported, and not searched for', (_name, schema) => {
  const document = documentOf([answering('get', self)], { A: schema })
  expect(build(document).diagnostics.map(({ code }) => code)).toContain('RL306')
  const before = process.cpuUsage()
  expect(trySample(self, { resolve: pointerResolver(document) })).toEqual({
    kind: 'impossible',
    reason: 'each value would have to hold another without end',
  })
  expect(process.cpuUsage(before).user).toBeLessThan(1e6)
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
  ['prefixItems that may be missing', { type: 'array', minItems: 1, prefixItems: [true, self] }],
])('%s: a finite value is found', (_name, schema) => {
  const document = documentOf([answering('get', self)], { A: schema })
  expect(build(document).diagnostics.map(({ code }) => code)).not.toContain('RL306')
  expect(trySample(self, { resolve: pointerResolver(document) }).kind).toBe('value')
})
