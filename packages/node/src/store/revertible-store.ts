import { put, remove, type Change, type Store } from './store.ts'

/** A store that can be set back to an earlier state. */
export interface RevertibleStore extends Store {
  /** Remembers the state as it is now, as long as the process lives; returns the number to go back to. */
  readonly mark: () => Promise<number>
  /** Sets everything back to a mark, in one batch, and forgets later marks. False if there is no such mark. */
  readonly revert: (mark: number) => Promise<boolean>
}

/** Makes a store revertible: from the first mark on, the values that each write replaces are kept in memory. */
export function revertible(store: Store): RevertibleStore {
  /** What undoes each write since the first mark. */
  let undo: (readonly Change[])[] = []
  /** How many writes had been made at each mark. */
  const marks = new Map<number, number>()
  let next = 1
  let last: Promise<unknown> = Promise.resolve()
  /** Runs work after everything before it: no write may come between reading what it replaces and itself. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const current = last.then(work, work)
    last = current
    return current
  }
  const write = async (changes: readonly Change[]): Promise<void> => {
    const replaced = marks.size === 0 ? [] : await replacedBy(store, changes)
    await store.write(changes)
    if (marks.size > 0) undo.push(replaced)
  }
  return {
    ...store,
    write: (changes) => inTurn(() => write(changes)),
    mark: () =>
      inTurn(async () => {
        marks.set(next, undo.length)
        return next++
      }),
    revert: (mark) =>
      inTurn(async () => {
        const length = marks.get(mark)
        if (length === undefined) return false
        await store.write(undo.slice(length).toReversed().flat())
        undo = undo.slice(0, length)
        for (const later of marks.keys()) if (later >= mark) marks.delete(later)
        return true
      }),
  }
}

/** The changes that put back what others replace. */
async function replacedBy(store: Store, changes: readonly Change[]): Promise<readonly Change[]> {
  const keys = new Map(changes.map(({ key }) => [Buffer.from(key).toString('hex'), key]))
  const before = await store.getMany([...keys.values()])
  return [...keys.values()].map((key, at) => {
    const value = before[at]
    return value === undefined ? remove(key) : put(key, value)
  })
}
