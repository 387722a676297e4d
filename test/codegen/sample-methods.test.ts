import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleMethods } from 'rpcloom/codegen'
import type { JsonObject } from 'rpcloom/model'
import { describe, expect, test } from 'vitest'
import { ourApi, root } from '../docs/site.ts'
import { build, documentOf } from '../model/documents.ts'

const number = { name: 'number', schema: { type: 'integer' } }
const shown = { examples: [{ name: 'one', params: [], result: { name: 'number', value: 1 } }] }
const best: JsonObject = {
  name: 'best',
  params: [],
  result: number,
  'x-effect': 'read',
  ...shown,
}
const asked = { name: 'asked', required: true, schema: { type: 'integer' } }

describe('the method of samples', () => {
  const worse: readonly (readonly [string, JsonObject])[] = [
    ['a setting turns on', { 'x-enabled-by': { setting: 'dev', default: false } }],
    ['only the operator can call', { 'x-availability': 'node-local' }],
    ['HTTP does not carry', { 'x-availability': { http: 'absent', ws: 'public' } }],
    ['is deprecated', { deprecated: true }],
    ['writes', { 'x-effect': 'write' }],
    ['has no example', { examples: [] }],
    ['requires params', { params: [asked], examples: [] }],
  ]
  test.each(worse)('is not a method that %s, if there is another one', (_, difference) => {
    const document = documentOf([{ ...best, name: 'worse', ...difference }, best])
    const [first, second] = sampleMethods(build(document).api)
    expect([first?.method.name, second?.method.name]).toEqual(['best', 'worse'])
  })

  test('is such a method if there is no other one, and the first of equally good methods', () => {
    const { api } = build(documentOf([{ ...best, name: 'a' }, best]))
    expect(sampleMethods(api).map(({ method }) => method.name)).toEqual(['a', 'best'])
    const bare = build(documentOf([{ name: 'write_it', params: [asked] }])).api
    expect(sampleMethods(bare).map(({ method }) => method.name)).toEqual(['write_it'])
  })
})

test('the samples of our own packages begin with a method that anyone can call', async () => {
  const [first] = sampleMethods(await ourApi())
  expect(first?.group.enabledBy).toBeUndefined()
  expect(first?.method).toMatchObject({ effect: 'read', availability: { http: 'public' } })
  const names = [first?.group.key, first?.method.namespace, first?.method.member]
  const access = names.filter((name) => name !== '').join('.')
  for (const name of ['client', 'mock'])
    for (const file of ['README.md', 'llms.txt'])
      expect(readFileSync(join(root, 'packages', name, file), 'utf8'), file).toContain(access)
})
