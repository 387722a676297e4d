/** The list in which an emitted validator last met an item that does not fit, and which one. */
let list: readonly unknown[] | undefined
let unfit = 0

/** What an emitted validator returns on meeting such an item. */
export function unfitAt(items: readonly unknown[], index: number): false {
  list = items
  unfit = index
  return false
}

/** Items of a list that are known to fit, counted from its beginning: nobody need look at them again. */
export function fittingItems(items: readonly unknown[]): number {
  return items === list ? unfit : 0
}

/** Lets go of the list, which belongs to a caller. */
export function forgetUnfit(): void {
  list = undefined
}
