import { gzipSync } from 'node:zlib'
import { memoryStore, type Store } from '@native-node/node'
import { expect, test } from 'vitest'
import { ChainStateError } from '../../../packages/node/src/chain/dev-tools.ts'
import { dumpChains, readDump } from '../../../packages/node/src/dev/chain-state.ts'
import { sized } from '../../../packages/node/src/codec/bytes.ts'
import { put } from '../../../packages/node/src/store/store.ts'
import { devRpc } from './rpc.ts'

test('a state of any number of entries is dumped and loaded', async () => {
  const store = memoryStore()
  const keys = Array.from({ length: 65_000 }, (_, at) => Buffer.from(`dev/${at}`))
  await store.write(keys.map((key) => put(key, key)))
  const entries = await readDump(await dumpChains(store, 7), 7)
  expect(entries).toHaveLength(keys.length)
})

test('a state that is too large to be loaded is not dumped', async () => {
  const store = memoryStore()
  const [large, key] = [Buffer.alloc(2 ** 26 - 100), Buffer.from('dev/large')]
  await store.write([put(key, large)])
  expect(await readDump(await dumpChains(store, 7), 7)).toHaveLength(1)
  await store.write([put(key, Buffer.alloc(2 ** 26))])
  await expect(dumpChains(store, 7)).rejects.toThrow(ChainStateError)
  // Has entries without end.
  const page: Store['page'] = async (_, limit) =>
    Array.from({ length: limit }, () => ({ key, value: key }))
  await expect(dumpChains({ ...store, page }, 7)).rejects.toThrow('too large')
})

test('anvil_dumpState reports a state that is too large', async () => {
  const store = memoryStore()
  const { ask } = await devRpc({ openStore: async () => store })
  expect(await ask('anvil_dumpState')).not.toHaveProperty('error')
  await store.write([put(Buffer.from('dev/large'), Buffer.alloc(2 ** 26))])
  const error = { code: -32_000, data: { reason: 'stateTooLarge' } }
  expect(await ask('anvil_dumpState')).toMatchObject({ error })
})

/** Returns a dump of network 7 with any keys. */
function dumpOf(keys: readonly string[], value: Uint8Array = Buffer.from('x')): Uint8Array {
  const head = [Buffer.from('native-node chains 1\n'), sized(Buffer.from('7'))]
  const entries = keys.flatMap((key) => [sized(Buffer.from(key)), sized(value)])
  return gzipSync(Buffer.concat([...head, ...entries]))
}

test.each([
  'keystore/user/somebody',
  'keystore/value/x',
  'layout',
  'owner',
  'identity/tls',
  `account/${'a'.repeat(20)}`,
  '',
  'c',
  'chain',
])('a dump with the key %j is refused', async (key) => {
  await expect(readDump(dumpOf(['c/tip', key]), 7)).rejects.toThrow('unknown key')
})

test.each(['c/tip', 'chain/x', 'atomic/x', 'dev/x'])(
  'a dump with the key %j is read',
  async (key) => {
    expect(await readDump(dumpOf([key]), 7)).toHaveLength(1)
  },
)

test.each([
  ['decompressed', dumpOf(['c/tip'], Buffer.alloc(2 ** 26)), 'too large'],
  ['in its entries', dumpOf(Array.from({ length: 500_001 }, () => 'c/t')), 'too large'],
  ['cut off', dumpOf(['c/tip']).subarray(0, 40), 'not a dumped state'],
])('a dump is refused that is too large or incomplete: %s', async (_, bytes, message) => {
  await expect(readDump(bytes, 7)).rejects.toThrow(message)
})

test('a dump whose last key has no value is refused', async () => {
  const head = [Buffer.from('native-node chains 1\n'), sized(Buffer.from('7'))]
  const bytes = gzipSync(Buffer.concat([...head, sized(Buffer.from('c/tip'))]))
  await expect(readDump(bytes, 7)).rejects.toThrow('truncated')
})
