import { INVALID_REQUEST, isRecord, PARSE_ERROR, type ErrorObject, type Json } from '@rpcloom/rpc'
import { InvalidMessage, type Dialect } from '@rpcloom/rpc/server'

const invalidEvm: ErrorObject = { code: INVALID_REQUEST, message: 'invalid request' }

/**
 * Parses a message like an EVM node. A member of the wrong type is treated as absent. An id may be any value except an
 * object or array. Params of any type are passed to the method. Responses are dropped.
 */
export const readAsEvm: Dialect['read'] = (message) => {
  const { jsonrpc, id, method, params, result, error } = membersOf(message)
  const hasId = id !== undefined && (typeof id !== 'object' || id === null)
  const isNamed = typeof method === 'string' && method !== ''
  if (jsonrpc === '2.0') {
    if (isNamed && (hasId || id === undefined)) return { method, params, id }
    const isResponse = result !== undefined || (error !== undefined && error !== null)
    if (hasId && !isNamed && params === undefined && isResponse) return new InvalidMessage()
  }
  return new InvalidMessage(invalidEvm, hasId ? id : undefined)
}

const noObject: ErrorObject = {
  code: PARSE_ERROR,
  message: 'the request body must be a JSON object',
  data: null,
}

/**
 * Parses a message like the non-EVM endpoints of public nodes. A message that is not an object, or
 * a version or method that is not a string, is a parse error. Any id is echoed. A request without
 * an id gets a response only for a parse error.
 */
export const readPublicly: Dialect['read'] = (message) => {
  if (message !== null && !isRecord(message)) return new InvalidMessage(noObject)
  const { jsonrpc, id, method, params } = membersOf(message)
  const name = method ?? ''
  const version = jsonrpc ?? ''
  if (typeof version !== 'string' || typeof name !== 'string')
    return new InvalidMessage(noObject, id)
  if (version === '2.0') return { method: name, params, id }
  if (id === undefined || id === null) return new InvalidMessage()
  const data = withoutParams(version, name)
  return new InvalidMessage({ code: INVALID_REQUEST, message: 'jsonrpc must be 2.0', data }, id)
}

/** Returns the request for an error message. Omits its params, which can contain a password. */
function withoutParams(jsonrpc: string, method: string): Json {
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

/**
 * Returns the members of a message. Member names are case-insensitive, as on public nodes, and the
 * last duplicate wins.
 */
function membersOf(message: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(message)) return {}
  const names = Object.keys(message)
  if (names.every((name) => memberNames.has(name))) return message
  const members: Record<string, unknown> = {}
  for (const name of names) {
    const memberName = name.toLowerCase()
    if (memberNames.has(memberName)) members[memberName] = message[name]
  }
  return members
}
