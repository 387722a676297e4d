import { createMerkleProof, MerklePatriciaTrie } from '@ethereumjs/mpt'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finished, type Wanted } from '../../../packages/node/src/c-chain/engine/reading.ts'
import { find, type Found } from '../../../packages/node/src/c-chain/engine/trie/find.ts'
import { nibblesOf } from '../../../packages/node/src/c-chain/engine/trie/node.ts'
import {
  rootOf,
  updateTrie,
  type TrieStore,
} from '../../../packages/node/src/c-chain/engine/trie/update.ts'
import { hexOf } from '../../../packages/node/src/c-chain/hex.ts'

const EMPTY = new MerklePatriciaTrie().EMPTY_TRIE_ROOT

function memory(): TrieStore & { readonly size: () => number } {
  const nodes = new Map<string, Uint8Array>()
  return {
    get: async (hash) => nodes.get(hexOf(hash)),
    put: (hash, bytes) => nodes.set(hexOf(hash), bytes),
    size: () => nodes.size,
  }
}

const lookUp = ({ get }: TrieStore, root: Uint8Array, sought: Uint8Array): Promise<Found> => {
  const read = ({ key: hash }: Wanted): ReturnType<typeof get> => get(hash)
  return finished({ known: () => undefined, read, readNow: () => undefined }, find(root, sought))
}

/**
 * Few different bytes, so that paths share prefixes of every length, and values shorter and longer than a hash.
 */
const key = fc
  .array(fc.constantFrom(0x00, 0x01, 0x10, 0x11, 0xff), { minLength: 4, maxLength: 4 })
  .map((bytes) => Uint8Array.from(bytes))
const value = fc.oneof(
  fc.constant(undefined),
  fc.uint8Array({ minLength: 1, maxLength: 3 }),
  fc.uint8Array({ minLength: 30, maxLength: 70 }),
)
const batch = fc.uniqueArray(fc.record({ key, value }), {
  maxLength: 12,
  selector: (entry) => hexOf(entry.key),
})

test('batches of changes give the roots, values and proofs of the library', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 6 }), async (batches) => {
      const nodes = memory()
      const library = new MerklePatriciaTrie()
      let root: Uint8Array = EMPTY
      for (const entries of batches) {
        for (const entry of entries) await library.put(entry.key, entry.value ?? null)
        const changes = entries.map((entry) => ({ ...entry, key: nibblesOf(entry.key) }))
        root = await updateTrie(nodes, root, changes)
        expect(hexOf(root)).toBe(hexOf(library.root()))
      }
      for (const { key: sought } of batches.flat()) {
        const found = await lookUp(nodes, root, nibblesOf(sought))
        expect(found.value ?? null).toEqual(await library.get(sought))
        const proof = await createMerkleProof(library, sought)
        expect(found.proof.map(hexOf)).toEqual(proof.map(hexOf))
      }
    }),
    { seed: 71, numRuns: 400 },
  )
})

test('a list has the same root as in the library', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.record({ key, value: fc.uint8Array({ minLength: 1, maxLength: 60 }) }), {
        maxLength: 40,
        selector: (entry) => hexOf(entry.key),
      }),
      async (entries) => {
        const library = new MerklePatriciaTrie()
        for (const entry of entries) await library.put(entry.key, entry.value)
        const root = rootOf(entries.map((entry) => ({ ...entry, key: nibblesOf(entry.key) })))
        expect(hexOf(root)).toBe(hexOf(library.root()))
      },
    ),
    { seed: 72, numRuns: 200 },
  )
})

test('earlier roots remain readable after a change', async () => {
  const nodes = memory()
  const at = (byte: number): Uint8Array => nibblesOf(Uint8Array.of(byte, 1, 2, 3))
  const long = new Uint8Array(40).fill(7)
  const first = await updateTrie(nodes, EMPTY, [
    { key: at(0x10), value: long },
    { key: at(0x11), value: long },
  ])
  const second = await updateTrie(nodes, first, [{ key: at(0x11), value: undefined }])
  expect((await lookUp(nodes, first, at(0x11))).value).toEqual(long)
  expect((await lookUp(nodes, second, at(0x11))).value).toBeUndefined()
  expect((await lookUp(nodes, second, at(0x10))).value).toEqual(long)
})

test('a batch writes each node of the new trie once, and no intermediate nodes', async () => {
  const nodes = memory()
  const entries = Array.from({ length: 200 }, (_, at) => ({
    key: nibblesOf(Uint8Array.of(at, 0, 0, 0)),
    value: new Uint8Array(40).fill(at),
  }))
  await updateTrie(nodes, EMPTY, entries)
  // 200 leaves below 13 branches, below one branch.
  expect(nodes.size()).toBe(214)
})

test('a node missing in the store is an error', async () => {
  const nodes = memory()
  const missing = new Uint8Array(32).fill(1)
  await expect(lookUp(nodes, missing, nibblesOf(Uint8Array.of(1)))).rejects.toThrow(/0101/)
})
