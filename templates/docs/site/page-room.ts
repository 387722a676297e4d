import { jsonText } from 'rpcloom/emit'
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
  return 1.25 * jsonText(part).length
}

/** About how many bytes of HTML a row of a list takes: the texts that it shows, and what stands around them. */
export function sizeOfRow(shown: unknown, around = 40): number {
  return around + textSize(shown)
}

/** The texts of a part of a page; what leads to another has an address as well. */
export function textSize(part: unknown): number {
  if (typeof part === 'string') return part.length + 4 * (part.match(escaped)?.length ?? 0)
  if (typeof part !== 'object' || part === null) return 0
  const around = ('to' in part ? 24 : 0) + breaksIn(part)
  return Object.entries(part).reduce(
    (sum, [key, value]) => sum + (key === 'leaf' || key === 'id' ? 0 : textSize(value)),
    around,
  )
}

/** A name may break before each of its words. */
function breaksIn(part: object): number {
  if (!('text' in part) || typeof part.text !== 'string') return 0
  const isName = ('mono' in part && part.mono === true) || ('leaf' in part && part.leaf === 'name')
  return isName ? 5 * (part.text.match(/[A-Z_.]/g)?.length ?? 0) : 0
}

/** What takes more bytes than one, escaped or encoded. */
const escaped = /[^\x20-\x7e]|[&<>"]/g

/** How much goes on a page. */
interface Pages<Item> {
  readonly sizeOf: (item: Item) => number
  /** Bytes that the first page has room for, and those behind it. */
  readonly first: number
  readonly next: number
}

/** Things in their order, as many on each page as it has room for, and one at least. */
export function inPages<Item>(
  items: readonly Item[],
  { sizeOf, first, next }: Pages<Item>,
): readonly (readonly Item[])[] {
  const pages: Item[][] = []
  let left = 0
  for (const item of items) {
    const size = sizeOf(item)
    const page = pages.at(-1)
    if (page !== undefined && size <= left) {
      page.push(item)
      left -= size
    } else {
      left = (pages.length === 0 ? first : next) - size
      pages.push([item])
    }
  }
  return pages
}
