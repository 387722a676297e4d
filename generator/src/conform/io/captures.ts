import { type Contract, readContract } from '@rpcloom/conform'
import { isObject } from '../../json/pointer.ts'

/** An id for later calls, such as that of a filter, with the method that returned it. */
export interface OpenedId {
  readonly id: string | number | bigint
  readonly method: string
  /** The method that ends a subscription of the document. */
  readonly end: string | undefined
}

/** An opened id, and the id that another server gave in its place. */
export interface Binding {
  readonly opened: OpenedId
  readonly given: unknown
}

const noContract = readContract({})

/**
 * Returns the id that a call returned for later calls: that of a subscription of the contract, or of a method such as
 * `eth_newFilter`.
 */
export function openedBy(
  request: unknown,
  response: unknown,
  { methods }: Contract = noContract,
): OpenedId | undefined {
  const method = methodOf(request)
  const end = methods.find(({ name }) => name === method)?.subscription?.unsubscribe
  const id = idIn(response)
  return id === undefined || (end === undefined && !opens(method)) ? undefined : { id, method, end }
}

function opens(method: string): boolean {
  return (
    kindOf(method) !== undefined &&
    /new|open|create|start|begin|init|add|subscribe|subscription/i.test(method) &&
    !/uninstall|unsubscribe|remove|delete|close|(?:^|[._])(?:get|list)/i.test(method)
  )
}

/** What methods open and refer to by its id, in the names of the methods. */
const kinds = [/filter/i, /subscribe|subscription/i, /session/i, /cursor/i]

function kindOf(method: string): RegExp | undefined {
  return kinds.find((kind) => kind.test(method))
}

function methodOf(message: unknown): string {
  const method = isObject(message) ? message['method'] : undefined
  return typeof method === 'string' ? method : ''
}

/** Returns the result of a response if it can be an id: a string or a number. */
export function idIn(response: unknown): string | number | bigint | undefined {
  const result = isObject(response) ? response['result'] : undefined
  const isId =
    typeof result === 'string' || typeof result === 'number' || typeof result === 'bigint'
  return isId && result !== '' ? result : undefined
}

/**
 * Whether a message refers to an opened id: a request of the same kind, such as `eth_getFilterChanges` for
 * `eth_newFilter`, or an event of the subscription. Equal values in other messages are no ids.
 */
export function refersTo(message: unknown, { id, method, end }: OpenedId): boolean {
  const params = isObject(message) ? message['params'] : undefined
  if (isObject(params) && params['subscription'] === id) return true
  const own = methodOf(message)
  const takesId = own === end || (kindOf(method)?.test(own) === true && !opens(own))
  return takesId && contains(params, id)
}

function contains(value: unknown, id: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === id
  return Object.values(value).some((inner) => contains(inner, id))
}

/** Replaces recorded ids in the params of a request by the ids that a server gave. */
export function boundRequest(request: unknown, bindings: readonly Binding[]): unknown {
  const own = bindings.filter(({ opened }) => refersTo(request, opened))
  if (own.length === 0 || !isObject(request)) return request
  const ids = new Map(own.map(({ opened, given }) => [opened.id, given]))
  return { ...request, params: bound(request['params'], ids) }
}

function bound(value: unknown, ids: ReadonlyMap<unknown, unknown>): unknown {
  if (ids.has(value)) return ids.get(value)
  if (Array.isArray(value)) return value.map((item) => bound(item, ids))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bound(inner, ids)]))
}
