import type { MethodDescriptor, PaginationDescriptor } from '../descriptor.ts'
import { stringify } from '@rpcloom/schema/json'
import { method } from './method.ts'
import { optional } from './optional.ts'
import type { CallOptions, Transport } from './types.ts'

/** A paginated method: callable for one page, iterable over all items. */
export interface Paged<Params, Page, Item> {
  (transport: Transport, params: Params, options?: CallOptions): Promise<Page>
  readonly pages: (
    transport: Transport,
    params: Params,
    options?: CallOptions,
  ) => AsyncIterable<Exclude<Page, undefined>>
  readonly items: (
    transport: Transport,
    params: Params,
    options?: CallOptions,
  ) => AsyncIterable<Item>
}

type Arguments<Params> = [transport: Transport, params: Params, options?: CallOptions]

/** Returns the standalone function of a paginated method. `form` makes the function that requests a page. */
/* @__NO_SIDE_EFFECTS__ */
export function paged<Params, Page, Item>(
  descriptor: MethodDescriptor,
  form: typeof method = method,
): Paged<Params, Page, Item> {
  // Generated code only passes paginated methods.
  const spec = descriptor.pagination as PaginationDescriptor
  const call: (...args: Arguments<Params>) => Promise<Page> = form(descriptor)
  async function* pages(
    ...[transport, params, options]: Arguments<Params>
  ): AsyncGenerator<Exclude<Page, undefined>> {
    let next = params
    for (;;) {
      const page = await call(transport, next, options)
      if (page == null) return
      yield page as Exclude<Page, undefined>
      const cursor = cursorAfter(spec, page, next)
      if (cursor === undefined) return
      next = { ...next, [spec.cursor.param]: cursor }
    }
  }
  async function* items(...args: Arguments<Params>): AsyncGenerator<Item> {
    for await (const page of pages(...args)) yield* itemsOf(spec, page) as readonly Item[]
  }
  return Object.assign(call, { pages, items })
}

/** Like `paged` for a group in which results may be absent or null. Such a result ends the iteration. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalPaged<Params, Page, Item>(
  descriptor: MethodDescriptor,
): Paged<Params, Page, Item> {
  return paged(descriptor, descriptor.returns === 'optional' ? optional : method)
}

/** Returns the cursor of the page after a page; undefined after the last. */
export function cursorAfter(spec: PaginationDescriptor, page: unknown, params: unknown): unknown {
  const cursor = (page as Record<string, unknown>)[spec.cursor.result]
  const current = (params as Record<string, unknown>)[spec.cursor.param]
  return isLast(spec, itemsOf(spec, page).length, params) || isSame(cursor, current)
    ? undefined
    : cursor
}

function itemsOf(spec: PaginationDescriptor, page: unknown): readonly unknown[] {
  const items = (page as Record<string, unknown>)[spec.items]
  return Array.isArray(items) ? items : []
}

function isLast({ limit, end }: PaginationDescriptor, count: number, params: unknown): boolean {
  if (count === 0) return true
  if (end === 'empty-page' || !limit) return false
  const asked = Number((params as Record<string, unknown>)[limit.param])
  // A limit of 0 requests the default limit.
  const effective = Math.min(asked > 0 ? asked : limit.default, limit.cap ?? Infinity)
  return count < effective
}

/** Whether a server returned no cursor, or the same cursor as before. Both end the iteration. */
function isSame(cursor: unknown, current: unknown): boolean {
  return cursor == null || stringify(cursor) === stringify(current)
}
