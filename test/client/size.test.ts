import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programs, sizeOf } from '../../bench/client-size.mjs'
import { answering, build, documentOf } from '../model/documents.ts'
import { installed } from '../targets/emitted.ts'

/** Maximum number of bytes, minified and gzipped, by form of import. */
const ceilings: readonly (readonly [form: string, bytes: number])[] = [
  ['one method', 2200],
  ['one method that reads a bigint', 2650],
  ['one method that reads a bigint from a JSON number', 2900],
  ['one group', 4000],
  ['the whole client', 14_300],
]

test.each(ceilings)('%s has at most %d bytes', async (form, bytes) => {
  const { gzipped } = await sizeOf(programs[form] ?? [])
  expect(gzipped).toBeGreaterThan(500)
  expect(gzipped).toBeLessThanOrEqual(bytes)
})

test('every program has a limit', () => {
  expect(ceilings.map(([form]) => form)).toEqual(Object.keys(programs))
})

test('a method does not include code of others', async () => {
  const [head = '', , run = ''] = programs['one method'] ?? []
  const whole = `import * as evm from '@native-node/client/c-chain'`
  const alone = await sizeOf(programs['one method'] ?? [])
  const among = await sizeOf([head, whole, run.replace('web3Cl', 'evm.web3Cl')])
  expect(among.minified).toBe(alone.minified)
})

test('one function of a client with one document stays small', async () => {
  const names = ['getPet', 'list', 'device.read', 'device.port.open']
  const { api } = build(documentOf(names.map((name) => answering(name, { type: 'string' }))))
  const { folder } = await installed(api, ['client'])
  const from = (entry: string): string =>
    JSON.stringify(join(folder, 'node_modules/@test/client/dist', entry))
  const { minified, gzipped } = await sizeOf([
    `import { http } from ${from('index.js')}`,
    `import { getPet } from ${from('test.js')}`,
    'export const run = (url) => getPet(http(url))',
  ])
  expect(minified).toBeGreaterThan(500)
  expect(minified).toBeLessThanOrEqual(4200)
  expect(gzipped).toBeLessThanOrEqual(2200)
}, 60_000)
