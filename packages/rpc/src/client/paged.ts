import type { Standalone, Transport } from './types.ts'

/** How a method pages (`x-pagination`). */
export interface PageSpec {
  readonly cursor: { readonly param: string; readonly result: string }
  readonly limit?: { readonly param: string; readonly default: number; readonly cap?: number }
  /** Result member with the items; `null` is an empty page. */
  readonly items: string
  /** `short-page`: a page with fewer items than the limit is the last; `empty-page`: only an empty one is. */
  readonly end: 'short-page' | 'empty-page'
}

/** A method that pages: callable for one page, and iterable over all. */
export interface Paged<Params, Page, Item> extends Standalone<readonly [params: Params], Page> {
  readonly pages: (transport: Transport, params: Params) => AsyncIterable<Page>
  readonly items: (transport: Transport, params: Params) => AsyncIterable<Item>
}

/** Adds `pages` and `items` to a method. */
/* @__NO_SIDE_EFFECTS__ */
export function paged<Params, Page, Item>(
  call: Standalone<readonly [params: Params], Page>,
  spec: PageSpec,
): Paged<Params, Page, Item> {
  async function* pages(transport: Transport, params: Params): AsyncGenerator<Page> {
    let next = params
    for (;;) {
      const page = await call(transport, next)
      yield page
      const cursor = (page as Record<string, unknown>)[spec.cursor.result]
      const current = (next as Record<string, unknown>)[spec.cursor.param]
      if (isLast(spec, itemsOf(spec, page).length, next) || isSame(cursor, current)) return
      next = { ...next, [spec.cursor.param]: cursor }
    }
  }
  async function* items(transport: Transport, params: Params): AsyncGenerator<Item> {
    for await (const page of pages(transport, params)) yield* itemsOf(spec, page) as readonly Item[]
  }
  return Object.assign((...args: Parameters<typeof call>) => call(...args), { pages, items })
}

function itemsOf(spec: PageSpec, page: unknown): readonly unknown[] {
  const items = (page as Record<string, unknown>)[spec.items]
  return Array.isArray(items) ? items : []
}

function isLast({ limit, end }: PageSpec, count: number, params: unknown): boolean {
  if (count === 0) return true
  if (end === 'empty-page' || !limit) return false
  const asked = Number((params as Record<string, unknown>)[limit.param] ?? limit.default)
  // 0, like leaving it out, asks for the default.
  const effective = Math.min(asked > 0 ? asked : limit.default, limit.cap ?? Infinity)
  return count < effective
}

/** A node that answers the cursor it was given would be asked for ever. */
function isSame(cursor: unknown, current: unknown): boolean {
  if (cursor === undefined || cursor === null) return true
  return current !== undefined && textOf(cursor) === textOf(current)
}

function textOf(cursor: unknown): string {
  return JSON.stringify(cursor, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
}
