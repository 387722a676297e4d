import { OrderedMap } from './ordered-map.ts'
import type { Entry, Reader, Store } from './store.ts'

/**
 * A store in memory, for tests and temporary nodes. Keys and values are strings with one character per byte: they sort
 * like the bytes, and take half the memory of byte arrays.
 */
export function memoryStore(): Store {
  const entries = new OrderedMap<string>()
  return {
    ...readerOver(entries),
    async write(changes) {
      for (const change of changes) {
        if (change.kind === 'delete') entries.delete(textOf(change.key))
        else entries.set(textOf(change.key), textOf(change.value))
      }
    },
    snapshot() {
      const { copy, release } = entries.snapshot()
      return { ...readerOver(copy), release: async () => release() }
    },
    async close() {},
  }
}

function readerOver(entries: OrderedMap<string>): Reader {
  const read = (key: Uint8Array): Uint8Array | undefined => {
    const value = entries.get(textOf(key))
    return value === undefined ? undefined : bytesOf(value)
  }
  return {
    async get(key) {
      return read(key)
    },
    async getMany(keys) {
      return keys.map(read)
    },
    async page(prefix, limit, after) {
      const start = textOf(prefix)
      const found: Entry[] = []
      // The smallest string that is greater than a key is the key with a zero character appended.
      for (const [key, value] of entries.from(after === undefined ? start : `${textOf(after)}\0`)) {
        if (found.length >= limit || !key.startsWith(start)) break
        found.push({ key: bytesOf(key), value: bytesOf(value) })
      }
      return found
    },
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function bytesOf(text: string): Uint8Array {
  // Avoid Node's buffer pool, because a cached slice would keep all 8 kB of the pool in memory.
  const bytes = new Uint8Array(text.length)
  Buffer.from(bytes.buffer).write(text, 'latin1')
  return bytes
}
