import { expect, test } from 'vitest'
import { programs, sizeOf } from '../../bench/client-size.mjs'

/** Most bytes, minified and gzipped, that each form of import may take: what was reached, and a few for chance. */
const ceilings: readonly (readonly [form: string, bytes: number])[] = [
  ['one method', 913],
  ['one method that reads a bigint', 1193],
  ['one method that reads a bigint from a JSON number', 1288],
  ['one group', 2330],
  ['the whole client', 9175],
]

test.each(ceilings)('%s takes no more than %d bytes', async (form, bytes) => {
  const { gzipped } = await sizeOf(programs[form] ?? [])
  expect(gzipped).toBeGreaterThan(500)
  expect(gzipped).toBeLessThanOrEqual(bytes)
})

test('every program has a ceiling', () => {
  expect(ceilings.map(([form]) => form)).toEqual(Object.keys(programs))
})

test('a method takes nothing of the others with it', async () => {
  const [head = '', , run = ''] = programs['one method'] ?? []
  const whole = `import * as evm from '@native-node/client/c-chain'`
  const alone = await sizeOf(programs['one method'] ?? [])
  const among = await sizeOf([head, whole, run.replace('web3Cl', 'evm.web3Cl')])
  expect(among.minified).toBe(alone.minified)
})
