import { type Contract, readContract } from '@rpcloom/conform'
import { escapePart } from '@rpcloom/schema/internal'
import { isObject } from '../../json/pointer.ts'
import { methodOf } from './format.ts'

type Id = string | number | bigint

/** A value of a response that later calls send, such as the id of a filter or a session, or a cursor. */
export interface OpenedId {
  readonly id: Id
  /** JSON pointer into the response. */
  readonly pointer: string
  /** Whether any message with the value refers to it. Short ids are only taken by methods of the same kind. */
  readonly isDistinct: boolean
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
 * Returns the values of a response that may be ids for later calls: all distinct values of the result, and a short result
 * of a subscription of the contract, or of a method such as `eth_newFilter`.
 */
export function openedBy(
  request: unknown,
  response: unknown,
  { methods }: Contract = noContract,
): readonly OpenedId[] {
  const method = methodOf(request) ?? ''
  const end = methods.find(({ name }) => name === method)?.subscription?.unsubscribe
  const distinct = distinctIn(resultsOf(response)).map(([id, pointer]): OpenedId => ({
    id,
    pointer,
    isDistinct: true,
    method,
    end,
  }))
  const id = idIn(response)
  if (id === undefined || isDistinctId(id) || (end === undefined && !opens(method))) return distinct
  return [{ id, pointer: '/result', isDistinct: false, method, end }]
}

const SHORTEST = 5
/** Length from which a string without digits is distinct. */
const LONG = 16
const LONGEST = 1024
/** Most distinct values of one message, and the deepest. */
const MOST = 1000
const DEEPEST = 100

/**
 * Whether a value hardly occurs twice by chance: an integer of five digits or more, or a string without white space that
 * has, apart from `0x`, five characters or more with a digit, or 16 characters or more.
 */
function isDistinctId(value: unknown): value is Id {
  if (typeof value === 'bigint' || Number.isSafeInteger(value))
    return String(value).length >= SHORTEST
  if (typeof value !== 'string' || value.length > LONGEST || /\s/.test(value)) return false
  const text = value.replace(/^0x/, '')
  return text.length >= LONG || (text.length >= SHORTEST && /\d/.test(text))
}

/** Returns the distinct values in a value, with their JSON pointers. */
function distinctIn([value, pointer]: readonly [unknown, string]): (readonly [Id, string])[] {
  const found: (readonly [Id, string])[] = []
  const visit = (inner: unknown, at: string, depth: number): void => {
    if (found.length >= MOST || depth > DEEPEST) return
    if (isDistinctId(inner)) found.push([inner, at])
    else if (typeof inner === 'object' && inner !== null)
      for (const [name, member] of Object.entries(inner))
        visit(member, `${at}/${escapePart(name)}`, depth + 1)
  }
  visit(value, pointer, 0)
  return found
}

/** Returns the result of a response, or a list of those of a batch, with the pointer to it. */
function resultsOf(response: unknown): readonly [unknown, string] {
  if (!Array.isArray(response)) return [resultIn(response), '/result']
  // Only the results of a batch may have ids, so that its other members are left empty.
  return [response.map((one) => ({ result: resultIn(one) })), '']
}

function resultIn(response: unknown): unknown {
  return isObject(response) ? response['result'] : undefined
}

/** Returns the distinct values that a request sends. */
export function sentIn(message: unknown): readonly Id[] {
  if (Array.isArray(message)) return message.flatMap(sentIn)
  return distinctIn([paramsOf(message), '']).map(([id]) => id)
}

/** Returns the id of the subscription to which an event belongs. */
export function streamIn(event: unknown): unknown {
  const params = paramsOf(event)
  return isObject(params) ? params['subscription'] : undefined
}

function paramsOf(message: unknown): unknown {
  return isObject(message) ? message['params'] : undefined
}

function opens(method: string): boolean {
  return (
    kindOf(method) !== undefined &&
    /new|open|create|start|begin|init|add|subscribe|subscription/i.test(method) &&
    !/uninstall|unsubscribe|remove|delete|close|(?:^|[._])(?:get|list)/i.test(method)
  )
}

/** What methods open and refer to by a short id, in the names of the methods. */
const kinds = [/filter/i, /subscribe|subscription/i, /session/i, /cursor/i]

function kindOf(method: string): RegExp | undefined {
  return kinds.find((kind) => kind.test(method))
}

/** Returns the result of a response if it can be an id: a string or a number. */
export function idIn(response: unknown): Id | undefined {
  const result = resultIn(response)
  const isId =
    typeof result === 'string' || typeof result === 'number' || typeof result === 'bigint'
  return isId && result !== '' ? result : undefined
}

/**
 * Whether a message refers to an opened id: an event of the subscription, a request with a distinct id, or a request of the
 * same kind, such as `eth_getFilterChanges` for `eth_newFilter`. Other values that equal a short id are no ids.
 */
export function refersTo(message: unknown, opened: OpenedId): boolean {
  const { id, isDistinct, method, end } = opened
  if (Array.isArray(message)) return message.some((one) => refersTo(one, opened))
  if (streamIn(message) === id) return true
  const own = methodOf(message) ?? ''
  const takesId = isDistinct || own === end || (kindOf(method)?.test(own) === true && !opens(own))
  return takesId && contains(paramsOf(message), id)
}

function contains(value: unknown, id: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === id
  return Object.values(value).some((inner) => contains(inner, id))
}

/** Replaces recorded ids in the params of a request by the ids that a server gave. */
export function boundRequest(request: unknown, bindings: readonly Binding[]): unknown {
  const own = bindings.filter(({ opened }) => refersTo(request, opened))
  if (own.length === 0) return request
  if (Array.isArray(request)) return request.map((one) => boundRequest(one, own))
  if (!isObject(request)) return request
  return { ...request, params: bound(request['params'], givenBy(own)) }
}

/** Replaces recorded distinct ids in a response by the ids that a server gave. */
export function boundResponse(response: unknown, bindings: readonly Binding[]): unknown {
  const distinct = bindings.filter(({ opened }) => opened.isDistinct)
  if (distinct.length === 0) return response
  if (Array.isArray(response)) return response.map((one) => boundResponse(one, distinct))
  return isObject(response) && 'result' in response
    ? { ...response, result: bound(response['result'], givenBy(distinct)) }
    : response
}

function givenBy(bindings: readonly Binding[]): ReadonlyMap<unknown, unknown> {
  return new Map(bindings.map(({ opened, given }) => [opened.id, given]))
}

function bound(value: unknown, ids: ReadonlyMap<unknown, unknown>): unknown {
  if (ids.has(value)) return ids.get(value)
  if (Array.isArray(value)) return value.map((item) => bound(item, ids))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bound(inner, ids)]))
}
