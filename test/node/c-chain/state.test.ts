import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { Account, Address, KECCAK256_RLP } from '@ethereumjs/util'
import fc from 'fast-check'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { NodeCache } from '../../../packages/node/src/c-chain/engine/node-cache.ts'
import { NodeStore } from '../../../packages/node/src/c-chain/engine/node-store.ts'
import { EvmState } from '../../../packages/node/src/c-chain/engine/state.ts'
import { bytesOf, hexOf, quantityOf } from '../../../packages/node/src/c-chain/hex.ts'
import { memoryStore } from '../../../packages/node/src/store/memory-store.ts'

interface Model {
  readonly nonce: bigint
  readonly balance: bigint
  readonly code: Uint8Array
  readonly storage: ReadonlyMap<number, bigint>
}

/** All accounts, by the byte that their address consists of. */
type World = ReadonlyMap<number, Model>

const addressOf = (byte: number): Address => new Address(new Uint8Array(20).fill(byte))
const slotOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)
const none: Model = { nonce: 0n, balance: 0n, code: new Uint8Array(0), storage: new Map() }

/** Computes the root of all accounts from scratch. */
async function rootOf(world: World): Promise<string> {
  const trie = new MerklePatriciaTrie({ useKeyHashing: true })
  for (const [byte, { nonce, balance, code, storage }] of world) {
    const slots = new MerklePatriciaTrie({ useKeyHashing: true })
    for (const [slot, value] of storage) await slots.put(slotOf(slot), RLP.encode(value))
    const codeHash = bytesOf(keccak256(code))
    await trie.put(
      addressOf(byte).bytes,
      new Account(nonce, balance, slots.root(), codeHash).serialize(),
    )
  }
  return hexOf(trie.root())
}

interface Both {
  readonly state: EvmState
  readonly db: NodeStore
  world: World
  readonly earlier: World[]
}

type Step = (both: Both) => Promise<void>

const accountByte = fc.integer({ min: 1, max: 6 })
const slotByte = fc.integer({ min: 1, max: 4 })
const change = (both: Both, byte: number, part: Partial<Model>): void => {
  both.world = new Map(both.world).set(byte, { ...(both.world.get(byte) ?? none), ...part })
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(accountByte, fc.bigInt({ min: 0n, max: 3n }))
    .map(([byte, balance]): Step => async (both) => {
      const account = (await both.state.getAccount(addressOf(byte))) ?? new Account()
      account.balance = balance
      account.nonce += 1n
      await both.state.putAccount(addressOf(byte), account)
      change(both, byte, { balance, nonce: (both.world.get(byte)?.nonce ?? 0n) + 1n })
    }),
  fc
    .tuple(accountByte, slotByte, fc.bigInt({ min: 0n, max: 300n }))
    .map(([byte, slot, value]): Step => async (both) => {
      if (!both.world.has(byte)) return
      await both.state.putStorage(
        addressOf(byte),
        slotOf(slot),
        bytesOf(value.toString(16).padStart(64, '0')),
      )
      const storage = new Map(both.world.get(byte)?.storage)
      if (value === 0n) storage.delete(slot)
      else storage.set(slot, value)
      change(both, byte, { storage })
    }),
  fc
    .tuple(accountByte, fc.uint8Array({ minLength: 1, maxLength: 40 }))
    .map(([byte, code]): Step => async (both) => {
      await both.state.putCode(addressOf(byte), code)
      change(both, byte, { code })
    }),
  accountByte.map((byte): Step => async (both) => {
    await both.state.deleteAccount(addressOf(byte))
    const world = new Map(both.world)
    world.delete(byte)
    both.world = world
  }),
  accountByte.map((byte): Step => async (both) => {
    if (!both.world.has(byte)) return
    await both.state.clearStorage(addressOf(byte))
    change(both, byte, { storage: new Map() })
  }),
  fc.constant<Step>(async (both) => {
    await both.state.checkpoint()
    both.earlier.push(both.world)
  }),
  fc.constant<Step>(async (both) => {
    if (both.earlier.pop() !== undefined) await both.state.commit()
  }),
  fc.constant<Step>(async (both) => {
    const world = both.earlier.pop()
    if (world === undefined) return
    await both.state.revert()
    both.world = world
  }),
  fc.constant<Step>(async (both) => {
    expect(hexOf(await both.state.getStateRoot())).toBe(await rootOf(both.world))
  }),
)

test('any order of changes, checkpoints and reverts gives the root and the values of a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const store = memoryStore()
      const db = new NodeStore(store, new NodeCache())
      const both: Both = {
        state: new EvmState(db, KECCAK256_RLP),
        db,
        world: new Map(),
        earlier: [],
      }
      for (const one of steps) await one(both)
      while (both.earlier.length > 0) {
        await both.state.commit()
        both.earlier.pop()
      }
      const root = await both.state.getStateRoot()
      expect(hexOf(root)).toBe(await rootOf(both.world))
      await store.write(db.written())
      // As read by another process.
      const fresh = new EvmState(new NodeStore(store, new NodeCache()), KECCAK256_RLP)
      await fresh.setStateRoot(root)
      for (const state of [both.state, fresh]) await expectWorld(state, both.world)
    }),
    { seed: 73, numRuns: 500 },
  )
})

async function expectWorld(state: EvmState, world: World): Promise<void> {
  for (let byte = 1; byte <= 6; byte++) {
    const [account, model] = [await state.getAccount(addressOf(byte)), world.get(byte)]
    expect(account?.balance).toBe(model?.balance)
    expect(account?.nonce).toBe(model?.nonce)
    expect(hexOf(await state.getCode(addressOf(byte)))).toBe(hexOf(model?.code ?? none.code))
    for (let slot = 1; slot <= 4; slot++) {
      const value = quantityOf(await state.getStorage(addressOf(byte), slotOf(slot)))
      expect(value).toBe(model?.storage.get(slot) ?? 0n)
    }
  }
}

test('changing a returned account does not change the state', async () => {
  const state = new EvmState(new NodeStore(memoryStore(), new NodeCache()), KECCAK256_RLP)
  const account = new Account(1n, 2n)
  await state.putAccount(addressOf(1), account)
  account.balance = 9n
  const read = await state.getAccount(addressOf(1))
  expect(read?.balance).toBe(2n)
  if (read !== undefined) read.balance = 8n
  expect((await state.getAccount(addressOf(1)))?.balance).toBe(2n)
})

test('the value before the transaction is available until it is cleared', async () => {
  const state = new EvmState(new NodeStore(memoryStore(), new NodeCache()), KECCAK256_RLP)
  await state.putAccount(addressOf(1), new Account())
  await state.putStorage(addressOf(1), slotOf(1), Uint8Array.of(5))
  const original = async (): Promise<bigint> =>
    quantityOf(await state.originalStorageCache.get(addressOf(1), slotOf(1)))
  expect(await original()).toBe(5n)
  await state.putStorage(addressOf(1), slotOf(1), Uint8Array.of(6))
  expect(await original()).toBe(5n)
  state.originalStorageCache.clear()
  expect(await original()).toBe(6n)
})
