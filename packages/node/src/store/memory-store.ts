import { OrderedMap } from './ordered-map.ts'
import type { Entry, Reader, Store } from './store.ts'

/** A store in memory, for tests and temporary nodes. */
export function memoryStore(): Store {
  const entries = new OrderedMap<Entry>()
  return {
    ...readerOver(entries),
    async write(changes) {
      for (const change of changes) {
        if (change.kind === 'delete') entries.delete(hex(change.key))
        else entries.set(hex(change.key), { key: change.key, value: change.value })
      }
    },
    snapshot: () => ({ ...readerOver(entries.snapshot()), async release() {} }),
    async close() {},
  }
}

function readerOver(entries: OrderedMap<Entry>): Reader {
  return {
    async get(key) {
      return entries.get(hex(key))?.value
    },
    async getMany(keys) {
      return keys.map((key) => entries.get(hex(key))?.value)
    },
    async page(prefix, limit, after) {
      const start = hex(prefix)
      const found: Entry[] = []
      // The smallest string after a key is the key with an appended character.
      for (const [key, entry] of entries.from(after === undefined ? start : `${hex(after)}0`)) {
        if (found.length >= limit || !key.startsWith(start)) break
        found.push(entry)
      }
      return found
    },
  }
}

/** The order of hex strings equals the order of the bytes. */
function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}
