import type { Entry, Reader, Store } from '../../../packages/node/src/store/store.ts'

/** Set the variable to check that the tests of torn reads detect reads from different states. */
const HAS_SNAPSHOTS = process.env['RPCLOOM_TORN'] !== '1'

/**
 * A store whose reads wait for turns of the event loop, so that blocks are accepted in between: lists, and single
 * entries outside of snapshots.
 */
export function slowStore(store: Store, turns: number): Store {
  const wait = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at++) await new Promise((resolve) => setImmediate(resolve))
  }
  const slowly = <R extends Reader>(reader: R, single: number): R => ({
    ...reader,
    async get(key) {
      await wait(single)
      return reader.get(key)
    },
    async page(prefix, limit, after) {
      const found: Entry[] = []
      for (;;) {
        await wait(turns)
        const few = Math.min(2, limit - found.length)
        const entries = await reader.page(prefix, few, found.at(-1)?.key ?? after)
        found.push(...entries)
        if (entries.length < few || found.length === limit) return found
      }
    },
  })
  return {
    ...slowly(store, turns),
    snapshot: () =>
      slowly(HAS_SNAPSHOTS ? store.snapshot() : { ...store, release: async () => {} }, 1),
  }
}
