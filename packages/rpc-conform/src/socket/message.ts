import { isRecord } from '@rpcloom/rpc'
import { jsonValue } from '../judge/json.ts'
import type { CaseRequest } from '../types.ts'

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
  /** Invalid JSON, which is reported when the message is judged. */
  | { readonly kind: 'unreadable' }

export function readMessage(text: string): Message {
  const value = jsonValue(text)
  if (Array.isArray(value)) {
    const ids = (value as readonly unknown[]).map((one) => (isRecord(one) ? one['id'] : undefined))
    return { kind: 'response', ids, isBatch: true }
  }
  if (!isRecord(value)) return { kind: 'unreadable' }
  const { method, params, id, result } = value
  if (typeof method !== 'string') return { kind: 'response', ids: [id], isBatch: false, result }
  return { kind: 'event', subscription: isRecord(params) ? subscriptionIn(params) : undefined }
}

/**
 * Returns the subscription ID in params: the member `subscription`, or a similar one that a document may
 * declare, such as `subscription_id`.
 */
function subscriptionIn(params: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(params).find(([name]) => /^id$|subscription/i.test(name))?.[1]
}

export function idsOf(request: CaseRequest): ReadonlySet<unknown> {
  switch (request.kind) {
    case 'call':
    case 'subscription':
      return withoutUndefined([request.call.id])
    case 'batch':
      return withoutUndefined(request.calls.map(({ id }) => id))
    case 'text': {
      // A null ID identifies no request.
      const value = jsonValue(request.text)
      const all: readonly unknown[] = Array.isArray(value) ? value : [value]
      return withoutUndefined(
        all.map((one) => (isRecord(one) ? (one['id'] ?? undefined) : undefined)),
      )
    }
    case 'get':
      return new Set()
  }
}

/** Whether a request has no response: a call without ID, or a batch of such calls. */
export function isNotification(request: CaseRequest): boolean {
  if (idsOf(request).size > 0) return false
  return request.kind !== 'text' || readMessage(request.text).kind === 'event'
}

/** Whether the response is a list. */
export function isBatch(request: CaseRequest): boolean {
  return request.kind === 'text' ? Array.isArray(jsonValue(request.text)) : request.kind === 'batch'
}

function withoutUndefined(ids: readonly unknown[]): ReadonlySet<unknown> {
  return new Set(ids.filter((id) => id !== undefined))
}
