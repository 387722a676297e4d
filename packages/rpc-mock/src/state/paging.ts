import {
  canonicalText,
  isValid,
  type Members,
  type OpenRpcMethod,
  type Resolve,
} from '@rpcloom/rpc/internal'
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
  /** Number of items to generate if none are given. */
  readonly size: number
  readonly items?: readonly unknown[]
}

/** Returns the result members for the page that the params request. */
export function pageOf(paged: Paged): Members {
  const { pagination, params, items } = paged
  const itemsSeed = collectionSeed(paged)
  const total = items?.length ?? paged.size
  const given = params[pagination.cursor.param]
  const start = given === undefined || given === null ? 0 : positionAfter(given, paged, itemsSeed)
  const end = Math.min(total, start + requestedLimit(paged))
  const page: unknown[] = []
  for (let at = start; at < end; at++) page.push(items ? items[at] : itemAt(at, paged, itemsSeed))
  const members: Record<string, unknown> = { [pagination.items]: page }
  const cursor =
    end > start ? cursorAt(end - 1, paged, itemsSeed) : (given ?? cursorAt(total, paged, itemsSeed))
  if (cursor !== undefined) members[pagination.cursor.result] = cursor
  if (pagination.count !== undefined) {
    members[pagination.count] = inFormOf(page.length, resultMember(paged, pagination.count), paged)
  }
  return members
}

/** Returns the seed of a collection. It ignores cursor and limit, so that all pages have the same items. */
function collectionSeed({ pagination, params, seed, method, resolve }: Paged): string {
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

function itemAt(index: number, paged: Paged, itemsSeed: string): unknown {
  const schema = memberSchema(resultMember(paged, paged.pagination.items), 0, paged.resolve)
  return sample(schema ?? {}, {
    resolve: paged.resolve,
    seed: `${itemsSeed}/item/${index}`,
    varied: true,
  })
}

/** Returns a cursor. It is an index if the schema allows that, else a generated value. */
function cursorAt(index: number, paged: Paged, itemsSeed: string): unknown {
  const schema = resultMember(paged, paged.pagination.cursor.result)
  if (schema === undefined) return undefined
  const position = formsOf(index + 1).find((form) => isCursor(form, schema, paged))
  if (position !== undefined) return position
  return sample(schema, {
    resolve: paged.resolve,
    seed: `${itemsSeed}/cursor/${index}`,
    varied: true,
  })
}

function isCursor(
  value: unknown,
  schema: unknown,
  { method, pagination, resolve }: Paged,
): boolean {
  const param = method.params.find(({ name }) => name === pagination.cursor.param)
  return [schema, param?.schema ?? {}].every((one) => isValid(one, value, { resolve }))
}

/** Returns the index of the first item after a cursor. An unknown cursor starts over. */
function positionAfter(cursor: unknown, paged: Paged, itemsSeed: string): number {
  const total = paged.items?.length ?? paged.size
  const schema = resultMember(paged, paged.pagination.cursor.result)
  const text = canonicalText(normalize(cursor, schema, paged.resolve))
  for (let index = 0; index < total; index++) {
    const known = cursorAt(index, paged, itemsSeed)
    if (canonicalText(normalize(known, schema, paged.resolve)) === text) return index + 1
  }
  const isPosition = /^(0x[\da-f]{1,12}|\d{1,15})$/i.test(String(cursor))
  return isPosition ? Math.min(Number(cursor), total) : 0
}

function resultMember({ method, resolve }: Paged, name: string): unknown {
  return memberSchema(method.result?.schema, name, resolve)
}

/** Returns a number in the form that the schema requires. */
function inFormOf(value: number, schema: unknown, { resolve }: Paged): unknown {
  return formsOf(value).find((form) => isValid(schema ?? {}, form, { resolve })) ?? value
}

function formsOf(value: number): readonly unknown[] {
  return [String(value), value, `0x${value.toString(16)}`]
}
