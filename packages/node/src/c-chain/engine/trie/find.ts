import { KECCAK256_RLP, equalsBytes } from '@ethereumjs/util'
import type { Reading } from '../reading.ts'
import { childOfBranch, decodeNode, encodedNode, hashIn, referTo, type Child } from './node.ts'

export interface Found {
  /** Undefined if the key is missing. */
  readonly value: Uint8Array | undefined
  /** The nodes on the path to the key. These nodes prove the value or its absence. */
  readonly proof: readonly Uint8Array[]
}

/** Looks up a key, given as nibbles, in the trie at `root`. */
export function* find(root: Uint8Array, key: Uint8Array): Reading<Found> {
  const proof: Uint8Array[] = []
  if (equalsBytes(root, KECCAK256_RLP)) return { value: undefined, proof }
  let child: Child | undefined = referTo(root)
  let at = 0
  while (child instanceof Uint8Array) {
    const hash: Uint8Array | undefined = hashIn(child)
    const bytes = hash === undefined ? child : encodedNode(hash, yield { kind: 'node', key: hash })
    proof.push(bytes)
    const branch = childOfBranch(bytes, key[at] ?? 0)
    if (branch !== undefined) {
      child = branch.child
      at++
      continue
    }
    const node = decodeNode(bytes)
    if (node.kind === 'branch') throw new RangeError('not a trie node')
    if (!equalsBytes(node.path, key.subarray(at, at + node.path.length))) break
    if (node.kind === 'leaf') return { value: node.value, proof }
    child = node.child
    at += node.path.length
  }
  return { value: undefined, proof }
}
