import type { Target } from '../page/leaf.ts'

/** Bytes of HTML that a page has at most. */
export const largest: number = 58 * 1024
/** Room that trees of fields have at least, however much else a page says. */
export const leastOfTrees: number = 12 * 1024

/** A page as far as its size goes. */
export interface PageRoom {
  readonly to: Target
  /** Bytes that stand around the body. */
  readonly frame: number
  /** What the body says beside what is to be fitted. */
  readonly rest: object
}

/** About how many bytes of HTML say this: our own pages are 1.02 to 1.55 times as long, the long ones 1.25 times. */
export function sizeOfText(part: object): number {
  return 1.25 * JSON.stringify(part).length
}
