import { concat } from '../codec/bytes.ts'
import { bytesOf, type Hex } from './hex.ts'

const prefixes = {
  node: 'c/n/',
  canonical: 'c/h/',
  block: 'c/b/',
  receipts: 'c/r/',
  bloom: 'c/l/',
  transaction: 'c/t/',
  atomic: 'c/x/',
  pooled: 'c/p/',
  altered: 'c/d/',
} as const

const bytes = new Map(Object.values(prefixes).map((text) => [text, Buffer.from(text)] as const))

function key(prefix: (typeof prefixes)[keyof typeof prefixes], rest: Uint8Array): Uint8Array {
  return concat(bytes.get(prefix) ?? Buffer.from(prefix), rest)
}

/** Encodes a height as eight big-endian bytes, so that keys sort by height. */
export function heightBytes(height: bigint): Uint8Array {
  const out = Buffer.alloc(8)
  out.writeBigUInt64BE(height)
  return out
}

/** Key of the hash of the last accepted block. */
export const tipKey: Uint8Array = Buffer.from('c/tip')

export const pooledPrefix: Uint8Array = Buffer.from(prefixes.pooled)

export const bloomPrefix: Uint8Array = Buffer.from(prefixes.bloom)

/** Key of a trie node or of code, by its hash. */
export function nodeKey(hash: Uint8Array): Uint8Array {
  return key(prefixes.node, hash)
}

/** Key of the hash of the block at a height. */
export function canonicalKey(height: bigint): Uint8Array {
  return key(prefixes.canonical, heightBytes(height))
}

export function blockKey(hash: Hex): Uint8Array {
  return key(prefixes.block, bytesOf(hash))
}

export function receiptsKey(hash: Hex): Uint8Array {
  return key(prefixes.receipts, bytesOf(hash))
}

export function bloomKey(height: bigint): Uint8Array {
  return key(prefixes.bloom, heightBytes(height))
}

export function transactionKey(hash: Hex): Uint8Array {
  return key(prefixes.transaction, bytesOf(hash))
}

export const alteredPrefix: Uint8Array = Buffer.from(prefixes.altered)

/** Key of the state root that a development method set for the block at a height. */
export function alteredKey(height: bigint): Uint8Array {
  return key(prefixes.altered, heightBytes(height))
}

/** Key of the settings that development methods set for later blocks. */
export const blockSettingsKey: Uint8Array = Buffer.from('c/dev')

export function atomicKey(id: string): Uint8Array {
  return key(prefixes.atomic, bytesOf(id))
}

/** Key of the lowest height whose state was not removed. */
export const prunedKey: Uint8Array = Buffer.from('c/kept')

/** Prefix of trie nodes and code. */
export const nodePrefix: Uint8Array = Buffer.from(prefixes.node)

/** Prefixes of all entries that blocks write, except trie nodes and code. */
export const blockPrefixes: readonly Uint8Array[] = [
  tipKey,
  ...(['canonical', 'block', 'receipts', 'bloom', 'transaction', 'atomic'] as const).map((name) =>
    Buffer.from(prefixes[name]),
  ),
]
