import { type Members, type OpenRpcMethod } from '@rpcloom/rpc/internal'
import { canonicalText, isValid, type Resolve } from '@rpcloom/schema/internal'
import { normalize } from '../normalize.ts'
import { memberSchema } from '../member-schema.ts'
import { sample } from '../sample.ts'

/** A paginated method with the collection that it returns. */
interface Paged {
  readonly method: OpenRpcMethod
  readonly pagination: NonNullable<OpenRpcMethod['pagination']>
  readonly params: Members
  readonly resolve: Resolve
  readonly seed: string
  /** Number of items to generate if `items` is absent. */
  readonly size: number
  readonly items?: readonly unknown[]
}

interface PagedItems extends Paged {
  readonly itemsSeed: string
  readonly total: number
}

/** Returns the result members for the page that the params request. */
export function pageOf(paged: Paged): Members {
  const { pagination, params, items } = paged
  const total = items?.length ?? paged.size
  const all: PagedItems = { ...paged, itemsSeed: itemsSeedOf(paged), total }
  const given = params[pagination.cursor.param]
  const start = given === undefined || given === null ? 0 : positionAfter(given, all)
  const end = Math.min(total, start + requestedLimit(paged))
  const page: unknown[] = []
  for (let index = start; index < end; index++)
    page.push(items ? items[index] : generateItem(index, all))
  const members: Record<string, unknown> = { [pagination.items]: page }
  const cursor = end > start ? cursorAt(end - 1, all) : (given ?? cursorAt(total, all))
  if (cursor !== undefined) members[pagination.cursor.result] = cursor
  if (pagination.count !== undefined) {
    const schema = resultMember(paged, pagination.count) ?? {}
    const isCount = (form: unknown): boolean => isValid(schema, form, { resolve: paged.resolve })
    members[pagination.count] = formsOf(page.length).find(isCount) ?? page.length
  }
  return members
}

/** Returns the seed of the items. The seed ignores cursor and limit, so that all pages have the same items. */
function itemsSeedOf({ pagination, params, seed, method, resolve }: Paged): string {
  const others = method.params.filter(
    ({ name }) => name !== pagination.cursor.param && name !== pagination.limit?.param,
  )
  const kept = others.map(({ name, schema }) => [name, normalize(params[name], schema, resolve)])
  return `${seed}/${canonicalText(kept)}`
}

function requestedLimit({ pagination: { limit }, params }: Paged): number {
  if (!limit) return Infinity
  const asked = Number(params[limit.param] ?? limit.default)
  const wanted = Number.isInteger(asked) && asked > 0 ? asked : limit.default
  return Math.min(wanted, limit.cap ?? Infinity)
}

function generateItem(index: number, paged: PagedItems): unknown {
  const { resolve, itemsSeed, pagination } = paged
  const schema = memberSchema(resultMember(paged, pagination.items), 0, resolve) ?? {}
  return sample(schema, { resolve, seed: `${itemsSeed}/item/${index}`, varied: true })
}

/** Returns a cursor: an index if the schema allows it, or else a generated value. */
function cursorAt(index: number, paged: PagedItems): unknown {
  const { resolve, itemsSeed, pagination } = paged
  const schema = resultMember(paged, pagination.cursor.result)
  if (schema === undefined) return undefined
  const position = formsOf(index + 1).find((form) => isCursor(form, schema, paged))
  if (position !== undefined) return position
  return sample(schema, { resolve, seed: `${itemsSeed}/cursor/${index}`, varied: true })
}

function isCursor(
  value: unknown,
  schema: unknown,
  { method, pagination, resolve }: Paged,
): boolean {
  const param = method.params.find(({ name }) => name === pagination.cursor.param)
  return [schema, param?.schema ?? {}].every((one) => isValid(one, value, { resolve }))
}

/** Returns the index of the first item after a cursor. An unknown cursor starts at the first item. */
function positionAfter(cursor: unknown, paged: PagedItems): number {
  const { total } = paged
  const schema = resultMember(paged, paged.pagination.cursor.result)
  const text = canonicalText(normalize(cursor, schema, paged.resolve))
  for (let index = 0; index < total; index++) {
    const known = cursorAt(index, paged)
    if (canonicalText(normalize(known, schema, paged.resolve)) === text) return index + 1
  }
  const isPosition = /^(0x[\da-f]{1,12}|\d{1,15})$/i.test(String(cursor))
  return isPosition ? Math.min(Number(cursor), total) : 0
}

function resultMember({ method, resolve }: Paged, name: string): unknown {
  return memberSchema(method.result?.schema, name, resolve)
}

function formsOf(value: number): readonly unknown[] {
  return [String(value), value, `0x${value.toString(16)}`]
}
