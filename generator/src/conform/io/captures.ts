import { isObject } from '../../json/pointer.ts'

/** Whether a method returns an id for later calls, such as `eth_newFilter` and `eth_subscribe`. */
export function opens(method: string): boolean {
  return (
    /filter|subscribe|subscription|session|cursor|open|create|start|new/i.test(method) &&
    !/uninstall|unsubscribe|remove|delete|close|(?:^|[._])(?:get|list)/i.test(method)
  )
}

/** Returns the result of a response if it can be an id: a string or a number. */
export function idIn(response: unknown): string | number | bigint | undefined {
  const result = isObject(response) ? response['result'] : undefined
  const isId =
    typeof result === 'string' || typeof result === 'number' || typeof result === 'bigint'
  return isId && result !== '' ? result : undefined
}

/** Whether the params of a request or notification contain an id, themselves or in a list or object of them. */
export function refersTo(message: unknown, id: unknown): boolean {
  const params = isObject(message) ? message['params'] : undefined
  return contains(params, id)
}

function contains(value: unknown, id: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === id
  return Object.values(value).some((inner) => contains(inner, id))
}

/** Replaces recorded ids by the ids that a server gave, in the params and the result of a message. */
export function boundMessage(message: unknown, bindings: ReadonlyMap<unknown, unknown>): unknown {
  if (!isObject(message) || bindings.size === 0) return message
  const { params, result } = message
  return {
    ...message,
    ...(params !== undefined && { params: bound(params, bindings) }),
    ...(result !== undefined && { result: bound(result, bindings) }),
  }
}

function bound(value: unknown, bindings: ReadonlyMap<unknown, unknown>): unknown {
  if (bindings.has(value)) return bindings.get(value)
  if (Array.isArray(value)) return value.map((item) => bound(item, bindings))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, bound(inner, bindings)]),
  )
}
