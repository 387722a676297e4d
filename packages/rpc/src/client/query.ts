import type { MethodDescriptor, MethodTable, PaginationDescriptor } from '../descriptor.ts'
import { isMethod } from '../method-table.ts'
import { valuesOf } from './at.ts'
import { type ClientBase, transportOf } from './client.ts'
import { method } from './method.ts'
import { notification } from './notification.ts'
import { optional } from './optional.ts'
import { withOptions } from './options.ts'
import { cursorAfter } from './paged.ts'
import { argumentCount, paramsOf } from './params.ts'
import type { QueriesOptions, QueryKey } from './query-types.ts'
import type { Transport } from './types.ts'

type Args = readonly unknown[]

/** Queries by member name. Groups and namespaces are nested tables. */
interface QueryTable {
  [name: string]: object
}

/**
 * Returns the options of queries and mutations for the methods of all groups. The type argument is the interface of
 * the queries; generated code guarantees that it matches the tables.
 */
export function queriesOf<Queries extends object>(
  client: ClientBase<object>,
  groups: Readonly<Record<string, MethodTable>>,
  { prefix = [] }: QueriesOptions = {},
): Queries {
  const transport = transportOf(client)
  const values = valuesOf(transport)
  const start = values === undefined ? prefix : [...prefix, values]
  const tableOf = (methods: MethodTable, key: QueryKey): QueryTable =>
    Object.fromEntries(
      Object.entries(methods).map(([name, entry]): [string, object] => [
        name,
        isMethod(entry) ? queriesOfMethod(transport, entry, key) : tableOf(entry, key),
      ]),
    )
  const all = Object.entries(groups).map(([group, methods]): [string, object] => [
    group,
    tableOf(methods, [...start, group]),
  ])
  return Object.fromEntries(all) as object as Queries
}

/** Returns the options of one method. Generated types name those that the method has. */
function queriesOfMethod(
  transport: Transport,
  descriptor: MethodDescriptor,
  groupKey: QueryKey,
): object {
  const { name, returns, pagination, effect = 'read' } = descriptor
  const call = (
    returns === 'notification' ? notification : returns === 'optional' ? optional : method
  )(descriptor)
  const methodKey = [...groupKey, name]
  const queryKey = (...args: Args): QueryKey => {
    const params = args.length === 0 ? undefined : paramsOf(descriptor, args)
    return params === undefined ? methodKey : [...methodKey, jsonOf(params)]
  }
  const run = async (signal: AbortSignal | undefined, args: Args): Promise<unknown> => {
    const to = signal ? withOptions(transport, { signal }) : transport
    // The data of a query must not be undefined.
    const data: unknown = await call(to, ...args)
    return data ?? null
  }
  if (effect !== 'read') {
    const isList = descriptor.structure !== undefined
    const mutationFn = (variables?: unknown): Promise<unknown> =>
      run(
        undefined,
        isList ? ((variables ?? []) as Args) : [variables].slice(0, argumentCount(descriptor)),
      )
    return {
      mutationKey: () => methodKey,
      mutationOptions: () => ({ mutationKey: methodKey, mutationFn }),
    }
  }
  return {
    queryKey,
    queryOptions: (...args: Args) => ({
      queryKey: queryKey(...args),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => run(signal, args),
    }),
    ...(pagination && {
      infiniteQueryOptions: (params?: object) =>
        pages({ params, pagination, key: queryKey(params), run }),
    }),
  }
}

interface Pages {
  readonly params: object | undefined
  readonly pagination: PaginationDescriptor
  readonly key: QueryKey
  readonly run: (signal: AbortSignal, args: Args) => Promise<unknown>
}

function pages({ params, pagination, key, run }: Pages): object {
  const paramsAt = (cursor: unknown): object | undefined =>
    cursor === null ? params : { ...params, [pagination.cursor.param]: cursor }
  return {
    // Pages are other data than the result of a single call with the same params.
    queryKey: [...key, 'pages'],
    initialPageParam: null,
    queryFn: ({
      signal,
      pageParam,
    }: {
      readonly signal: AbortSignal
      readonly pageParam: unknown
    }) => run(signal, [paramsAt(pageParam)]),
    getNextPageParam: (page: unknown, _pages: unknown, cursor: unknown) =>
      // An absent page is the last.
      page === null ? undefined : cursorAfter(pagination, page, paramsAt(cursor) ?? {}),
  }
}

/** Converts params as sent to values that `JSON.stringify` accepts, because libraries hash and store keys as JSON. */
function jsonOf(value: unknown): unknown {
  if (typeof value === 'bigint') return { bigint: String(value) }
  if (Array.isArray(value)) return value.map(jsonOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, jsonOf(member)]))
}
