import { KECCAK256_RLP, equalsBytes } from '@ethereumjs/util'
import { nibblesOf, readNode, referTo, type Child, type NodeReader } from './node.ts'

/** Length in bytes from which a start is after every hash with the same first bytes. */
const LONGEST = 33

/** An entry of a trie. `key` is the hash of the original key. */
export interface Leaf {
  readonly key: Uint8Array
  readonly value: Uint8Array
}

/** Yields the entries of a trie in the order of their hashes, from the hash `start` on. */
export async function* walk(
  nodes: NodeReader,
  root: Uint8Array,
  start: Uint8Array = new Uint8Array(0),
): AsyncGenerator<Leaf, void> {
  if (equalsBytes(root, KECCAK256_RLP)) return
  yield* below({ nodes, from: nibblesOf(start.subarray(0, LONGEST)) }, referTo(root), [])
}

interface Walk {
  readonly nodes: NodeReader
  readonly from: Uint8Array
}

async function* below(
  walking: Walk,
  child: Child,
  path: readonly number[],
): AsyncGenerator<Leaf, void> {
  if (isBefore(path, walking.from)) return
  const node = child instanceof Uint8Array ? await readNode(walking.nodes, child) : child
  switch (node.kind) {
    case 'leaf': {
      const nibbles = [...path, ...node.path]
      if (!isBefore(nibbles, walking.from))
        yield { key: bytesOfNibbles(nibbles), value: node.value }
      return
    }
    case 'extension':
      yield* below(walking, node.child, [...path, ...node.path])
      return
    case 'branch':
      for (const [at, next] of node.children.entries()) {
        if (next !== undefined) yield* below(walking, next, [...path, at])
      }
  }
}

/** Whether all entries below the path `path` are before `from`, the first entry of the walk. */
function isBefore(path: readonly number[], from: Uint8Array): boolean {
  for (const [at, nibble] of path.entries()) {
    const bound = from[at]
    if (bound === undefined || nibble > bound) return false
    if (nibble < bound) return true
  }
  return false
}

/** Packs two nibbles per byte. */
export function bytesOfNibbles(nibbles: readonly number[]): Uint8Array {
  return Uint8Array.from(
    { length: nibbles.length / 2 },
    (_, at) => (nibbles[2 * at] ?? 0) * 16 + (nibbles[2 * at + 1] ?? 0),
  )
}
