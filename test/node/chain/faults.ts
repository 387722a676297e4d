import type { Store } from '@native-node/node'
import type { Reader } from '../../../packages/node/src/store/store.ts'

/** Fault of a write: it fails or hangs, before or after it was applied. */
export type Fault = 'fails' | 'fails after' | 'hangs' | 'hangs after'
export const faults: readonly Fault[] = ['fails', 'fails after', 'hangs', 'hangs after']

/** A store whose writes have the fault that `faultOf` returns for each, counted from 0. */
export function faulty(store: Store, faultOf: (write: number) => Fault | undefined): Store {
  let writes = 0
  return {
    ...store,
    async write(changes) {
      const fault = faultOf(writes++)
      if (fault === undefined || fault.endsWith('after')) await store.write(changes)
      if (fault?.startsWith('fails') === true) throw new Error(`write ${writes - 1} failed`)
      if (fault?.startsWith('hangs') === true) await new Promise(() => {})
    },
  }
}

/** A store with one faulty operation: reads and writes are counted together, from 0. */
export interface FaultyStore {
  readonly store: Store
  /** Number of operations so far. */
  readonly count: () => number
  /** All further operations hang, as if the process had been killed. */
  readonly kill: () => void
}

/** A store whose operation number `at` is faulty; no fault if there are fewer. */
export function faultyAt(store: Store, at: number, fault: Fault): FaultyStore {
  let [operations, isDead] = [0, false]
  const ends = async <T>(work: () => Promise<T>): Promise<T> => {
    const number = operations++
    if (isDead) return new Promise(() => {})
    if (number !== at) return work()
    if (fault.endsWith('after')) await work()
    if (fault.startsWith('fails')) throw new Error(`operation ${number} failed`)
    return new Promise(() => {})
  }
  const reads = ({ get, getMany, page }: Reader): Reader => ({
    get: (key) => ends(() => get(key)),
    getMany: (keys) => ends(() => getMany(keys)),
    page: (...range) => ends(() => page(...range)),
  })
  return {
    count: () => operations,
    kill() {
      isDead = true
    },
    store: {
      ...store,
      ...reads(store),
      write: (changes) => ends(() => store.write(changes)),
      snapshot() {
        const snapshot = store.snapshot()
        return { ...reads(snapshot), release: () => ends(() => snapshot.release()) }
      },
    },
  }
}
