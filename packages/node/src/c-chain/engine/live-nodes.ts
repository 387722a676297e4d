import { createAccountFromRLP, KECCAK256_NULL, KECCAK256_RLP, equalsBytes } from '@ethereumjs/util'
import { codeKey } from './code-key.ts'
import { textOf } from './node-store.ts'
import { preimageKey } from './preimages.ts'
import { bytesOfNibbles } from './trie/walk.ts'
import { readNode, referTo, type Child, type NodeReader } from './trie/node.ts'

/**
 * Length in bytes of the RLP item by which a trie node refers to a child by hash. A shorter item
 * contains the child itself.
 */
const REFERENCE = 33

/** Called for each leaf of a trie. `path` contains the nibbles from the root to the leaf. */
type OnLeaf = (path: readonly number[], value: Uint8Array) => Promise<void>

/**
 * Returns the keys of all entries that the states at the given roots use: trie nodes, code, and
 * address preimages. Throws if a node is missing.
 */
export async function liveNodes(
  nodes: NodeReader,
  roots: Iterable<Uint8Array>,
): Promise<ReadonlySet<string>> {
  const live = new Set<string>()
  const account: OnLeaf = async (path, value) => {
    const { codeHash, storageRoot } = createAccountFromRLP(value)
    live.add(textOf(preimageKey(bytesOfNibbles(path))))
    if (!equalsBytes(codeHash, KECCAK256_NULL)) live.add(textOf(codeKey(codeHash)))
    await trie(storageRoot, async () => {})
  }
  const below = async (child: Child, path: readonly number[], onLeaf: OnLeaf): Promise<void> => {
    if (child instanceof Uint8Array && child.length === REFERENCE) {
      const name = textOf(child.subarray(1))
      if (live.has(name)) return
      live.add(name)
    }
    const node = child instanceof Uint8Array ? await readNode(nodes, child) : child
    if (node.kind === 'leaf') await onLeaf([...path, ...node.path], node.value)
    else if (node.kind === 'extension') await below(node.child, [...path, ...node.path], onLeaf)
    else {
      for (const [at, next] of node.children.entries())
        if (next !== undefined) await below(next, [...path, at], onLeaf)
    }
  }
  const trie = async (root: Uint8Array, onLeaf: OnLeaf): Promise<void> => {
    if (!equalsBytes(root, KECCAK256_RLP)) await below(referTo(root), [], onLeaf)
  }
  for (const root of roots) await trie(root, account)
  return live
}
