import { inOrder } from '../scheduling/in-order.ts'
import { put, remove, type Change, type Store } from './store.ts'

/** A store that can be reverted to an earlier state. */
export interface RevertibleStore extends Store {
  /**
   * Marks the current state, so that the store can be reverted to it until the process ends.
   * Resolves with the number of the mark.
   */
  readonly mark: () => Promise<number>
  /** Reverts to a mark in one batch and removes later marks. Returns false if the mark does not exist. */
  readonly revert: (mark: number) => Promise<boolean>
  /** Removes all marks. Resolves once the writes in progress are done. */
  readonly forget: () => Promise<void>
}

/**
 * Makes a store revertible. After the first mark, the values replaced by each write are kept in memory. Entries with a key
 * that `isKept` accepts are not reverted.
 */
export function revertible(
  store: Store,
  isKept: (key: Uint8Array) => boolean = () => false,
): RevertibleStore {
  /** The changes that undo each write since the first mark. */
  let undo: (readonly Change[])[] = []
  /** The number of writes before each mark. */
  const marks = new Map<number, number>()
  let next = 1
  // No other write may happen between reading the replaced values and writing.
  const inTurn = inOrder()
  const write = async (changes: readonly Change[]): Promise<void> => {
    const reverted = marks.size === 0 ? [] : changes.filter(({ key }) => !isKept(key))
    const replaced = reverted.length === 0 ? [] : await replacedBy(store, reverted)
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
    forget: () =>
      inTurn(async () => {
        marks.clear()
        undo = []
      }),
  }
}

/** Returns the changes that restore the values replaced by `changes`. */
async function replacedBy(store: Store, changes: readonly Change[]): Promise<readonly Change[]> {
  const keys = new Map(changes.map(({ key }) => [Buffer.from(key).toString('hex'), key]))
  const before = await store.getMany([...keys.values()])
  return [...keys.values()].map((key, at) => {
    const value = before[at]
    return value === undefined ? remove(key) : put(key, value)
  })
}
