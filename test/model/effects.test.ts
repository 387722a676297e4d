import { readContract } from '@rpcloom/conform'
import { expect, test } from 'vitest'
import { buildApi } from 'rpcloom/model'
import { chooseEffect } from '../../generator/src/model/document/effect.ts'
import { answering, documentOf, loadedFrom } from './documents.ts'

test.each([
  ['eth_foo', { read: ['eth_*'] }, 'read', 'configured by `eth_*`'],
  ['eth_foo', { read: ['eth_*'], write: ['eth_foo'] }, 'write', 'configured by `eth_foo`'],
  ['eth_foo', { read: ['eth_foo'], admin: ['eth_foo'] }, 'admin', 'configured by `eth_foo`'],
  ['a.b', { write: ['a?b', 'axb'] }, 'write', 'no known verb'],
  ['my_call', { write: ['*_call'] }, 'write', 'configured by `*_call`'],
  ['getThing', {}, 'read', 'verb `get`'],
  ['a.b', { write: ['*'] }, 'write', 'configured by `*`'],
  ['a\nb', { write: ['a*b'] }, 'write', 'configured by `a*b`'],
  ['aXbXc', { admin: ['a*b*c'] }, 'admin', 'configured by `a*b*c`'],
  ['aba', { admin: ['ab*ba', 'a*b*b*a', '*c*'] }, 'write', 'no known verb'],
])('%s with %j is %s', (name, patterns, effect, reason) => {
  expect(chooseEffect({}, name, patterns)).toEqual({ effect, reason })
})

test('effect patterns take linear time', () => {
  const many = `${'*a'.repeat(40)}b`
  const name = 'a'.repeat(20_000)
  expect(chooseEffect({}, name, { read: [many] }).reason).toBe('no known verb')
  expect(chooseEffect({}, `${name}b`, { read: [many] }).effect).toBe('read')
})

test('the configuration takes precedence over the document', () => {
  const extensions = { 'x-effect': 'write' }
  expect(chooseEffect(extensions, 'a', {})).toEqual({ effect: 'write', reason: '`x-effect`' })
  expect(chooseEffect(extensions, 'a', { read: ['a'] }).effect).toBe('read')
})

const loaded = loadedFrom({
  'a.json': documentOf(
    [
      { ...answering('shop_pick', true), 'x-effect': 'write' },
      { $ref: '#/components/x-methods/look' },
    ],
    {},
    { components: { 'x-methods': { look: answering('shop_look', true) } } },
  ),
})

test('configured effects are in the model and in all outputs of the document', () => {
  const { api, diagnostics } = buildApi(loaded, { scope: '@t', effects: { read: ['shop_*'] } })
  const [group] = api.groups
  expect(group?.methods.map(({ effect }) => effect)).toEqual(['read', 'read'])
  const contract = readContract(group?.bundle, { transport: 'http' })
  expect(contract.methods.map(({ effect }) => effect)).toEqual(['read', 'read'])
  expect(diagnostics).toEqual([])
})

test('a pattern that matches no method is reported', () => {
  const { diagnostics } = buildApi(loaded, { scope: '@t', effects: { admin: ['shop_lok'] } })
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['RL310', 'warning']])
})
