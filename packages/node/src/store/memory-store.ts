import type { Change, Entry, Store } from './store.ts'

/** A store that lives as long as the process: for tests and throw-away nodes. */
export function memoryStore(): Store {
  const entries = new Map<string, Uint8Array>()
  return {
    async get(key) {
      return entries.get(hex(key))
    },
    async write(changes) {
      for (const change of changes) apply(entries, change)
    },
    async *range(prefix) {
      const start = hex(prefix)
      const keys = [...entries.keys()].filter((key) => key.startsWith(start)).sort()
      for (const key of keys) yield* entryOf(entries, key)
    },
    async close() {},
  }
}

function apply(entries: Map<string, Uint8Array>, change: Change): void {
  if (change.kind === 'put') entries.set(hex(change.key), change.value)
  else entries.delete(hex(change.key))
}

function* entryOf(entries: ReadonlyMap<string, Uint8Array>, key: string): Iterable<Entry> {
  const value = entries.get(key)
  if (value !== undefined) yield { key: Buffer.from(key, 'hex'), value }
}

/** Hex text sorts as the bytes do. */
function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}
