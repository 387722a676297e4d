import { Account, KECCAK256_RLP, unpadBytes } from '@ethereumjs/util'
import { concat } from '../../../codec/bytes.ts'
import { keccak } from '../../../crypto/keccak.ts'
import { hasPrefix, put, type Change, type Store } from '../../../store/store.ts'
import { codeEntry, forkPrefix, forkRoot } from '../../engine/fork-entries.ts'
import { bytesOf, hexOf, type Hex } from '../../hex.ts'
import { hashes, heightIn } from '../../tables.ts'
import type { Fork } from './fork.ts'
import { encodeRlp } from '../../rlp.ts'

/** Prefix of what was fetched. It is no chain data: resets and reverts keep it, and dumps omit it. */
const cachePrefix = Buffer.from('fork/')
const ADDRESS_BYTES = 20
const MAX_CODE = 2 ** 20

/**
 * Returns a store that fetches what a chain reads of the chain that it forks, and keeps it. `fork` returns the current
 * fork; undefined if there is none.
 */
export function forkStore(store: Store, fork: () => Fork | undefined): Store {
  /** Reads in progress, by key. */
  const fetching = new Map<string, Promise<Uint8Array | undefined>>()
  const fetched = async (key: Uint8Array, from: Fork): Promise<Uint8Array | undefined> => {
    const stored = await store.get(cacheKey(key, from))
    if (stored !== undefined) return stored
    const changes = await entriesOf(key, from)
    await store.write(changes.map(({ key: own, value }) => put(cacheKey(own, from), value)))
    return changes[0]?.value
  }
  const get: Store['get'] = async (key) => {
    const from = fork()
    if (from === undefined || !isForked(key, from)) return store.get(key)
    const name = hexOf(cacheKey(key, from))
    const reading = fetching.get(name) ?? fetched(key, from).finally(() => fetching.delete(name))
    fetching.set(name, reading)
    return reading
  }
  return { ...store, get }
}

/** Whether a key is that of something that was fetched. */
export function isFetched(key: Uint8Array): boolean {
  return hasPrefix(key, cachePrefix)
}

/** Whether a key is that of an entry of the forked chain, or of the hash of one of its blocks. */
function isForked(key: Uint8Array, { number }: Fork): boolean {
  return hasPrefix(key, forkPrefix) || (hasPrefix(key, hashes.prefix) && heightIn(key) < number)
}

/** Entries of a chain differ by its block, since each fork starts at a block. */
function cacheKey(key: Uint8Array, { hash }: Fork): Uint8Array {
  return concat(cachePrefix, bytesOf(hash), key)
}

type Entry = Extract<Change, { readonly kind: 'put' }>

/** Fetches an entry. The first of the returned entries is the requested one. */
async function entriesOf(key: Uint8Array, fork: Fork): Promise<readonly Entry[]> {
  if (!hasPrefix(key, forkPrefix)) return hashAt(key, fork)
  const address = key.subarray(forkPrefix.length + 1, forkPrefix.length + 1 + ADDRESS_BYTES)
  const [kind] = key.subarray(forkPrefix.length)
  switch (String.fromCharCode(kind ?? 0)) {
    case 'a':
      return accountAt(key, hexOf(address), fork)
    case 's': {
      const slot = hexOf(key.subarray(forkPrefix.length + 1 + ADDRESS_BYTES))
      const { remote, number } = fork
      const word = await remote.hex(32, 'eth_getStorageAt', hexOf(address), slot, number)
      return [entry(key, encodeRlp(unpadBytes(bytesOf(word))))]
    }
    default:
      return [entry(key, await codeAt(hexOf(address), fork))]
  }
}

async function accountAt(key: Uint8Array, address: Hex, fork: Fork): Promise<readonly Entry[]> {
  const { remote, number } = fork
  const [nonce, balance, code] = await Promise.all([
    remote.quantity('eth_getTransactionCount', address, number),
    remote.quantity('eth_getBalance', address, number),
    codeAt(address, fork),
  ])
  const isUsed = nonce > 0n || code.length > 0
  // An account without code and nonce has no storage, and a contract can be created there.
  const root = isUsed ? forkRoot : KECCAK256_RLP
  const account = entry(key, new Account(nonce, balance, root, keccak(code)).serialize())
  return [account, entry(codeEntry(bytesOf(address)), code)]
}

async function codeAt(address: Hex, { remote, number }: Fork): Promise<Uint8Array> {
  return bytesOf(await remote.hex(MAX_CODE, 'eth_getCode', address, number))
}

async function hashAt(key: Uint8Array, { remote, number }: Fork): Promise<readonly Entry[]> {
  const height = heightIn(key)
  const block = await remote.ask('eth_getBlockByNumber', height, false)
  const hash =
    typeof block === 'object' && block !== null && 'hash' in block ? block.hash : undefined
  if (typeof hash !== 'string' || !/^0x[\da-f]{64}$/i.test(hash) || height >= number)
    throw remote.invalid('eth_getBlockByNumber')
  return [entry(key, bytesOf(hash))]
}

function entry(key: Uint8Array, value: Uint8Array): Entry {
  return { kind: 'put', key, value }
}
