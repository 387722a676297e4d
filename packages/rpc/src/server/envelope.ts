import { INVALID_REQUEST, isRecord, PARSE_ERROR, type ErrorObject, type Json } from '../json-rpc.ts'

/** The call that a message asks for, whether or not there is such a method. */
export interface Said {
  readonly method: string
  readonly params?: unknown
  /** Absent for a notification. */
  readonly id?: unknown
}

/** A message that asks for no call. */
export class NoCall {
  /** Absent where nothing is answered. */
  readonly error: ErrorObject | undefined
  /** What the answer echoes. */
  readonly id: unknown

  constructor(error?: ErrorObject, id?: unknown) {
    this.error = error
    this.id = id
  }
}

/** How a conduct reads a message; a tolerant server is content with less. */
export type ReadMessage = (message: unknown, isTolerant: boolean) => Said | NoCall

export const invalidRequest: ErrorObject = { code: INVALID_REQUEST, message: 'Invalid Request' }

/** JSON-RPC 2.0 by the letter; a tolerant server takes params of `null` for none. */
export const readBySpec: ReadMessage = (message, isTolerant) => {
  if (!isRecord(message)) return new NoCall(invalidRequest)
  const { jsonrpc, id, method, params } = message
  const isId = id === undefined || id === null || typeof id === 'string' || typeof id === 'number'
  const isList = typeof params === 'object' && (params !== null || isTolerant)
  const isCall = jsonrpc === '2.0' && typeof method === 'string' && isId
  if (isCall && (params === undefined || isList)) return message as Record<string, unknown> & Said
  return new NoCall(invalidRequest, isId ? id : undefined)
}

const invalidEvm: ErrorObject = { code: INVALID_REQUEST, message: 'invalid request' }

/**
 * As EVM nodes do: a member of another type counts as not there, an id may be anything but a structure,
 * params of any kind are left to the method, and responses, which only a caller of callers would await,
 * are dropped.
 */
export const readAsEvm: ReadMessage = (message) => {
  const { jsonrpc, id, method, params, result, error } = membersOf(message)
  const hasId = id !== undefined && (typeof id !== 'object' || id === null)
  const isNamed = typeof method === 'string' && method !== ''
  if (jsonrpc === '2.0') {
    if (isNamed && (hasId || id === undefined)) return { method, params, id }
    const answers = result !== undefined || (error !== undefined && error !== null)
    if (hasId && !isNamed && params === undefined && answers) return new NoCall()
  }
  return new NoCall(invalidEvm, hasId ? id : undefined)
}

const noObject: ErrorObject = {
  code: PARSE_ERROR,
  message: 'the body holds no JSON object',
  data: null,
}

/**
 * As the other endpoints of public nodes do: what is no object, or has a version or method that is no text,
 * counts as not readable; any id is echoed, and who sends none is told of nothing else.
 */
export const readPublicly: ReadMessage = (message) => {
  if (message !== null && !isRecord(message)) return new NoCall(noObject)
  const { jsonrpc, id, method, params } = membersOf(message)
  const name = method ?? ''
  const version = jsonrpc ?? ''
  if (typeof version !== 'string' || typeof name !== 'string') return new NoCall(noObject, id)
  if (version === '2.0') return { method: name, params, id }
  if (id === undefined || id === null) return new NoCall()
  const data = shownWithoutParams(version, name)
  return new NoCall({ code: INVALID_REQUEST, message: 'jsonrpc must be 2.0', data }, id)
}

/** Params may hold a password, so they are not echoed. */
function shownWithoutParams(jsonrpc: string, method: string): Json {
  return { jsonrpc: jsonrpc.slice(0, 50), method: method.slice(0, 200) }
}

const memberNames: ReadonlySet<string> = new Set([
  'jsonrpc',
  'id',
  'method',
  'params',
  'result',
  'error',
])

/** The members of a message with their names in any case, as those servers read them; of two that are meant alike the last counts. */
function membersOf(message: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(message)) return {}
  const names = Object.keys(message)
  if (names.every((name) => memberNames.has(name))) return message
  const members: Record<string, unknown> = {}
  for (const name of names) {
    const meant = name.toLowerCase()
    if (memberNames.has(meant)) members[meant] = message[name]
  }
  return members
}
