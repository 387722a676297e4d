import { isRecord } from '@rpcloom/rpc'
import type { CaseRequest } from '../types.ts'

/** The parts of a message that determine where it belongs. */
export type Message =
  | { readonly kind: 'event'; readonly subscription: unknown }
  /** A response. The response to a batch has several IDs. */
  | {
      readonly kind: 'response'
      readonly ids: readonly unknown[]
      readonly isBatch: boolean
      /** The result, if this is a single response. */
      readonly result?: unknown
    }
  | { readonly kind: 'unreadable' }

/** Reads the parts of a message that determine where it belongs. */
export function messageOf(text: string): Message {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Invalid JSON is reported when the message is judged.
    return { kind: 'unreadable' }
  }
  if (Array.isArray(value)) {
    const ids = (value as readonly unknown[]).map((one) => (isRecord(one) ? one['id'] : undefined))
    return { kind: 'response', ids, isBatch: true }
  }
  if (!isRecord(value)) return { kind: 'unreadable' }
  if (typeof value['method'] !== 'string') {
    return { kind: 'response', ids: [value['id']], isBatch: false, result: value['result'] }
  }
  const { params } = value
  return { kind: 'event', subscription: isRecord(params) ? subscriptionIn(params) : undefined }
}

/**
 * Returns the subscription ID in params: the member `subscription`, or a similar one that a document may
 * declare, such as `subscription_id`.
 */
function subscriptionIn(params: Readonly<Record<string, unknown>>): unknown {
  const named = Object.keys(params).find((name) => /^id$|subscription/i.test(name))
  return named === undefined ? undefined : params[named]
}

/** Returns the IDs of responses to a request. */
export function idsOf(request: CaseRequest): ReadonlySet<unknown> {
  switch (request.kind) {
    case 'call':
    case 'subscription':
      return new Set([request.call.id].filter((id) => id !== undefined))
    case 'batch':
      return new Set(request.calls.flatMap(({ id }) => (id === undefined ? [] : [id])))
    case 'text':
      return idsIn(request.text)
    case 'get':
      return new Set()
  }
}

/** Returns the possible IDs of the response to an invalid request, which may repeat the ID in the request. */
function idsIn(text: string): ReadonlySet<unknown> {
  const message = messageOf(text)
  return new Set(
    message.kind === 'response' ? message.ids.filter((id) => id !== null && id !== undefined) : [],
  )
}
