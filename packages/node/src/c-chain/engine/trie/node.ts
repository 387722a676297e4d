import { encodeRlp } from '../../rlp.ts'

/**
 * A node in memory, or the RLP item by which a parent refers to a node. The item is the hash of the
 * node, or the encoded node if the encoding is shorter than a hash.
 */
export type Child = TrieNode | Uint8Array

/**
 * A node of a Merkle Patricia trie. Paths are nibbles. No key is a prefix of another, so branches
 * have no value.
 */
export type TrieNode =
  | { readonly kind: 'leaf'; readonly path: Uint8Array; readonly value: Uint8Array }
  | { readonly kind: 'extension'; readonly path: Uint8Array; readonly child: Child }
  | { readonly kind: 'branch'; readonly children: readonly (Child | undefined)[] }

/**
 * Reads encoded trie nodes by hash. Resolves with undefined if the store does not have the node.
 */
export interface NodeReader {
  readonly get: (hash: Uint8Array) => Promise<Uint8Array | undefined>
}

const EMPTY = Uint8Array.of(0x80)
/** Length in bytes of the RLP item that contains a hash, including its prefix. */
const HASH_ITEM = 33
const BRANCH = 17

export function nibblesOf(key: Uint8Array): Uint8Array {
  const nibbles = new Uint8Array(key.length * 2)
  for (let at = 0; at < nibbles.length; at++) {
    const byte = key[at >> 1] ?? 0
    nibbles[at] = at % 2 === 0 ? byte >> 4 : byte & 15
  }
  return nibbles
}

export function referTo(hash: Uint8Array): Uint8Array {
  return encodeRlp(hash)
}

export async function readNode(nodes: NodeReader, item: Uint8Array): Promise<TrieNode> {
  return decodeNode(await readBytes(nodes, item))
}

export async function readBytes(nodes: NodeReader, item: Uint8Array): Promise<Uint8Array> {
  const hash = hashIn(item)
  return hash === undefined ? item : encodedNode(hash, await nodes.get(hash))
}

/** Returns the hash in the RLP item of a child; undefined if the item is the encoded child itself. */
export function hashIn(item: Uint8Array): Uint8Array | undefined {
  return item.length < HASH_ITEM ? undefined : item.subarray(1)
}

/** Returns what the store has for the hash of a node. Throws if it has nothing. */
export function encodedNode(hash: Uint8Array, stored: Uint8Array | undefined): Uint8Array {
  if (stored !== undefined) return stored
  throw new Error(`Trie node ${Buffer.from(hash).toString('hex')} is not in the store`)
}

/** Returns a child of an encoded branch without decoding the others; undefined if the node is no branch. */
export function childOfBranch(
  bytes: Uint8Array,
  nibble: number,
): { readonly child: Uint8Array | undefined } | undefined {
  let at = startOf(bytes)
  let count = 0
  let child: Uint8Array | undefined
  for (; at < bytes.length; count++) {
    const end = at + lengthAt(bytes, at)
    if (count === nibble && bytes[at] !== EMPTY[0]) child = bytes.subarray(at, end)
    at = end
  }
  return count === BRANCH ? { child } : undefined
}

export function decodeNode(bytes: Uint8Array): TrieNode {
  const items = itemsOf(bytes)
  if (items.length === BRANCH) {
    const children = items.slice(0, -1).map((item) => (item[0] === EMPTY[0] ? undefined : item))
    return { kind: 'branch', children }
  }
  const [prefixed, rest] = items
  if (items.length !== 2 || prefixed === undefined || rest === undefined) {
    throw new RangeError('not a trie node')
  }
  const nibbles = nibblesOf(contentOf(prefixed))
  const flags = nibbles[0] ?? 0
  const path = nibbles.subarray(2 - (flags & 1))
  return flags >= 2
    ? { kind: 'leaf', path, value: contentOf(rest) }
    : { kind: 'extension', path, child: rest }
}

/** Encodes a node. `refer` returns the RLP item that refers to a child. */
export function encodeNode(node: TrieNode, refer: (child: Child) => Uint8Array): Uint8Array {
  switch (node.kind) {
    case 'leaf':
      return listOf([encodeRlp(compact(node.path, 2)), encodeRlp(node.value)])
    case 'extension':
      return listOf([encodeRlp(compact(node.path, 0)), refer(node.child)])
    case 'branch': {
      const items = node.children.map((child) => (child === undefined ? EMPTY : refer(child)))
      return listOf([...items, EMPTY])
    }
  }
}

/** Encodes a path as bytes. The first nibble has flags for an odd length and for a leaf. */
function compact(path: Uint8Array, kind: number): Uint8Array {
  const isOdd = path.length % 2
  const bytes = new Uint8Array((path.length - isOdd) / 2 + 1)
  bytes[0] = (kind + isOdd) * 16 + (isOdd === 1 ? (path[0] ?? 0) : 0)
  for (let at = 1; at < bytes.length; at++) {
    const from = 2 * (at - 1) + isOdd
    bytes[at] = (path[from] ?? 0) * 16 + (path[from + 1] ?? 0)
  }
  return bytes
}

/** Encodes a list of RLP items. */
function listOf(items: readonly Uint8Array[]): Uint8Array {
  const length = items.reduce((sum, item) => sum + item.length, 0)
  const header =
    length < 56
      ? [0xc0 + length]
      : length < 256
        ? [0xf8, length]
        : [0xf9, length >> 8, length & 255]
  const out = new Uint8Array(header.length + length)
  out.set(header)
  let at = header.length
  for (const item of items) {
    out.set(item, at)
    at += item.length
  }
  return out
}

/** Splits an RLP list into its items. */
function itemsOf(list: Uint8Array): readonly Uint8Array[] {
  const items: Uint8Array[] = []
  let at = startOf(list)
  while (at < list.length) {
    const end = at + lengthAt(list, at)
    items.push(list.subarray(at, end))
    at = end
  }
  return items
}

/** Returns the offset of the first item of an RLP list. */
function startOf(list: Uint8Array): number {
  const first = list[0] ?? 0
  return first < 0xf8 ? 1 : first - 0xf6
}

/** Returns the length of the RLP item at an offset, including its header. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  if (first < 0xb8) return 1 + first - 0x80
  if (first >= 0xc0 && first < 0xf8) return 1 + first - 0xc0
  const width = first - (first < 0xc0 ? 0xb7 : 0xf7)
  const digits = bytes.subarray(at + 1, at + 1 + width)
  return 1 + width + digits.reduce((length, byte) => length * 256 + byte, 0)
}

/** Returns the content of an RLP string. */
function contentOf(item: Uint8Array): Uint8Array {
  const first = item[0] ?? 0
  if (first < 0x80) return item
  return item.subarray(first < 0xb8 ? 1 : first - 0xb6)
}
