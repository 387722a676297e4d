import type { Reader, Store } from '../../../packages/node/src/store/store.ts'

/** Set the variable to check that the tests detect reads from different states. */
const HAS_SNAPSHOTS = process.env['RPCLOOM_TORN'] !== '1'

/** A store that can run other work between its reads. */
export interface CutStore {
  readonly store: Store
  /** Runs `read`, with `work` after its store read number `at`, from 1; returns whether there were that many. */
  readonly during: <T>(at: number, read: () => Promise<T>, work: Work) => Promise<Cut<T>>
}

export type Work = () => Promise<unknown>

export interface Cut<T> {
  readonly value: T
  readonly isCut: boolean
}

/** Makes a store whose reads can be interrupted. */
export function cutStore(store: Store): CutStore {
  let pending: { left: number; readonly work: Work } | undefined
  const cutting =
    <A extends readonly unknown[], T>(read: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const value = await read(...args)
      if (pending === undefined || --pending.left > 0) return value
      const { work } = pending
      pending = undefined
      await work()
      return value
    }
  const cut = <R extends Reader>(reader: R): R => ({
    ...reader,
    get: cutting(reader.get),
    getMany: cutting(reader.getMany),
    page: cutting(reader.page),
  })
  const snapshot = (): ReturnType<Store['snapshot']> =>
    HAS_SNAPSHOTS ? store.snapshot() : { ...store, release: async () => {} }
  return {
    store: { ...cut(store), snapshot: () => cut(snapshot()) },
    async during(at, read, work) {
      pending = { left: at, work }
      const value = await read()
      const isCut = pending === undefined
      pending = undefined
      return { value, isCut }
    },
  }
}
