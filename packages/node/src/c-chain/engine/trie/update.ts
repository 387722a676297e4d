import { concatBytes, KECCAK256_RLP, equalsBytes } from '@ethereumjs/util'
import { keccak } from '../../../crypto/keccak.ts'
import {
  encodeNode,
  readNode,
  referTo,
  type Child,
  type NodeReader,
  type TrieNode,
} from './node.ts'

export interface TrieEntry {
  /** Nibbles. */
  readonly key: Uint8Array
  /** Undefined to remove the key. */
  readonly value: Uint8Array | undefined
}

/**
 * Called with each node on the paths of the changes. The store may already contain some of these
 * nodes.
 */
export type PutNode = (hash: Uint8Array, bytes: Uint8Array) => void

export interface TrieStore extends NodeReader {
  readonly put: PutNode
}

/**
 * Applies changes to the trie at `root` and returns the new root. Each node on the paths of the changes is hashed once.
 */
export async function updateTrie(
  nodes: TrieStore,
  root: Uint8Array,
  entries: readonly TrieEntry[],
): Promise<Uint8Array> {
  if (entries.length === 0) return root
  const sorted = entries.toSorted(byKey)
  const top = equalsBytes(root, KECCAK256_RLP) ? undefined : referTo(root)
  return hashTrie(await changed(nodes, { child: top, entries: sorted, depth: 0 }), nodes.put)
}

export function rootOf(entries: readonly TrieEntry[]): Uint8Array {
  return hashTrie(built(entries.toSorted(byKey), 0), () => {})
}

/**
 * A subtree and the changes to it. The root of the subtree is `child`, which is `depth` nibbles
 * below the root of the trie. The keys of all `entries` belong to this subtree.
 */
interface Subtree {
  readonly child: Child | undefined
  readonly entries: readonly TrieEntry[]
  readonly depth: number
}

async function changed(nodes: NodeReader, subtree: Subtree): Promise<Child | undefined> {
  const { child, entries, depth } = subtree
  if (entries.length === 0) return child
  if (child === undefined) return built(entries, depth)
  const node = child instanceof Uint8Array ? await readNode(nodes, child) : child
  switch (node.kind) {
    case 'leaf':
      return built(withLeaf(node, subtree), depth)
    case 'branch':
      return changedBranch(nodes, [...node.children], { entries, depth })
    case 'extension': {
      const shared = sharedBy(node.path, entries, depth)
      const below =
        shared === node.path.length
          ? await changed(nodes, { child: node.child, entries, depth: depth + shared })
          : await changedBranch(nodes, split(node, shared), { entries, depth: depth + shared })
      return extended(nodes, node.path.subarray(0, shared), below)
    }
  }
}

/**
 * Splits an extension into a branch after `shared` nibbles of its path, where the path and a
 * changed key diverge. Returns the children of the branch.
 */
function split(
  { path, child }: TrieNode & { readonly kind: 'extension' },
  shared: number,
): (Child | undefined)[] {
  const children = Array<Child | undefined>(16).fill(undefined)
  const rest = path.subarray(shared + 1)
  children[path[shared] ?? 0] = rest.length === 0 ? child : { kind: 'extension', path: rest, child }
  return children
}

async function changedBranch(
  nodes: NodeReader,
  children: (Child | undefined)[],
  { entries, depth }: Omit<Subtree, 'child'>,
): Promise<Child | undefined> {
  for (const [nibble, group] of groupsAt(entries, depth)) {
    const subtree = { child: children[nibble], entries: group, depth: depth + 1 }
    children[nibble] = await changed(nodes, subtree)
  }
  const used = [...children.keys()].filter((nibble) => children[nibble] !== undefined)
  const [only = 0] = used
  return used.length > 1
    ? { kind: 'branch', children }
    : extended(nodes, Uint8Array.of(only), children[only])
}

/**
 * Prepends a path to a child. The path of a leaf or an extension becomes longer; a branch gets an
 * extension as parent.
 */
async function extended(
  nodes: NodeReader,
  path: Uint8Array,
  child: Child | undefined,
): Promise<Child | undefined> {
  if (child === undefined || path.length === 0) return child
  const node = child instanceof Uint8Array ? await readNode(nodes, child) : child
  return node.kind === 'branch'
    ? { kind: 'extension', path, child }
    : { ...node, path: concatBytes(path, node.path) }
}

/** Adds a leaf to the entries, unless an entry changes the same key. */
function withLeaf(
  leaf: TrieNode & { readonly kind: 'leaf' },
  { entries, depth }: Subtree,
): readonly TrieEntry[] {
  const isReplaced = entries.some(({ key }) => equalsBytes(key.subarray(depth), leaf.path))
  const [first] = entries
  if (isReplaced || first === undefined) return entries
  const key = concatBytes(first.key.subarray(0, depth), leaf.path)
  return [...entries, { key, value: leaf.value }].toSorted(byKey)
}

function built(entries: readonly TrieEntry[], depth: number): TrieNode | undefined {
  const present = entries.filter(({ value }) => value !== undefined)
  const [first, last] = [present[0], present.at(-1)]
  if (first?.value === undefined || last === undefined) return undefined
  if (first === last) return { kind: 'leaf', path: first.key.subarray(depth), value: first.value }
  const shared = sharedBy(first.key.subarray(depth), [last], depth)
  const children = Array<Child | undefined>(16).fill(undefined)
  for (const [nibble, group] of groupsAt(present, depth + shared)) {
    children[nibble] = built(group, depth + shared + 1)
  }
  const branch = { kind: 'branch', children } as const
  const path = first.key.subarray(depth, depth + shared)
  return shared === 0 ? branch : { kind: 'extension', path, child: branch }
}

/**
 * Returns the number of leading nibbles that a path and the keys of all entries have in common. The
 * entries must be sorted.
 */
function sharedBy(path: Uint8Array, entries: readonly TrieEntry[], depth: number): number {
  const ends = [entries[0], entries.at(-1)]
  const differs = path.findIndex((nibble, at) =>
    ends.some((end) => end?.key[depth + at] !== nibble),
  )
  return differs === -1 ? path.length : differs
}

/** Groups sorted entries by their nibble at a depth. */
function groupsAt(
  entries: readonly TrieEntry[],
  depth: number,
): ReadonlyMap<number, readonly TrieEntry[]> {
  const groups = new Map<number, TrieEntry[]>()
  for (const entry of entries) {
    const nibble = entry.key[depth] ?? 0
    const group = groups.get(nibble)
    if (group === undefined) groups.set(nibble, [entry])
    else group.push(entry)
  }
  return groups
}

function hashTrie(root: Child | undefined, put: PutNode): Uint8Array {
  if (root === undefined) return KECCAK256_RLP
  if (root instanceof Uint8Array) return root.subarray(1)
  const hashed = (bytes: Uint8Array): Uint8Array => {
    const hash = keccak(bytes)
    put(hash, bytes)
    return hash
  }
  const refer = (child: Child): Uint8Array => {
    if (child instanceof Uint8Array) return child
    const bytes = encodeNode(child, refer)
    return bytes.length < 32 ? bytes : referTo(hashed(bytes))
  }
  return hashed(encodeNode(root, refer))
}

function byKey(a: TrieEntry, b: TrieEntry): number {
  return Buffer.compare(a.key, b.key)
}
