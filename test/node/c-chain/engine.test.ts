import {
  createAccount,
  createAddressFromBigInt,
  createAddressFromString,
  KECCAK256_RLP,
} from '@ethereumjs/util'
import { memoryStore, MovableClock } from '@native-node/node'
import { expect, test } from 'vitest'
import type { EvmHeader } from '../../../packages/node/src/c-chain/chain/header.ts'
import { EvmEngine } from '../../../packages/node/src/c-chain/engine/engine.ts'
import type { Machine } from '../../../packages/node/src/c-chain/engine/machine.ts'
import { hexOf } from '../../../packages/node/src/c-chain/hex.ts'
import { openCChain } from '../../../packages/node/src/c-chain/open.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'
import type { Reader } from '../../../packages/node/src/store/store.ts'
import { funded } from './running.ts'

const store = memoryStore()
const { vm } = await openCChain(store, {
  network: networkOf(localGenesis),
  clock: MovableClock.running(),
  settings: defaults,
  onFailure: () => {},
})
const { header } = vm.tip
const engineOver = (reader: Reader): EvmEngine =>
  new EvmEngine(reader, vm.rules, async () => undefined)
const anna = createAddressFromBigInt(7n)

// If the last call waited for the others, none would end.
test('calls on the same state run independently', { timeout: 20_000 }, async () => {
  const engine = engineOver(store)
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const order: string[] = []
  const long = async ({ state }: Machine): Promise<void> => {
    await state.putAccount(anna, createAccount({ balance: 5n }))
    await held
    order.push('long')
  }
  const running = Array.from({ length: 20 }, () => engine.scratch(header, long))
  const seen = engine.scratch(header, async ({ state }) => {
    order.push('short')
    release()
    return state.getAccount(anna)
  })
  expect(await seen).toBeUndefined()
  await Promise.all(running)
  expect(order[0]).toBe('short')
})

test('calls reuse EVM instances of earlier calls, also for another state', async () => {
  const engine = engineOver(store)
  const machines = new Set<Machine>()
  const address = createAddressFromString(funded.address)
  const balance = async (machine: Machine): Promise<bigint | undefined> => {
    machines.add(machine)
    return (await machine.state.getAccount(address))?.balance
  }
  const empty = { ...header, stateRoot: hexOf(KECCAK256_RLP) }
  const all = async (at: EvmHeader): Promise<readonly (bigint | undefined)[]> =>
    Promise.all(Array.from({ length: 10 }, () => engine.scratch(at, balance)))
  const before = await all(header)
  expect(before[0]).toBeGreaterThan(0n)
  expect(await all(empty)).toEqual(before.map(() => undefined))
  expect(await all(header)).toEqual(before)
  expect(machines.size).toBe(10)
})

test('a state is read again after a failed read', async () => {
  let failures = 2
  const engine = engineOver({
    ...store,
    get: (key) =>
      failures-- > 0 ? Promise.reject(new Error('the disk reports an error')) : store.get(key),
  })
  await expect(engine.state(header)).rejects.toThrow('disk')
  await expect(engine.scratch(header, async () => 1)).rejects.toThrow('disk')
  expect((await engine.state(header)).state).toBeDefined()
  expect(await engine.scratch(header, async () => 1)).toBe(1)
})
