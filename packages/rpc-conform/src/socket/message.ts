import { isRecord } from '@rpcloom/rpc'
import type { CaseRequest } from '../types.ts'

/** A message as far as it says where it belongs. */
export type Message =
  | { readonly kind: 'event'; readonly subscription: unknown }
  /** An answer; ids of a batch are several. */
  | {
      readonly kind: 'answer'
      readonly ids: readonly unknown[]
      readonly isBatch: boolean
      /** Of a single answer. */
      readonly result?: unknown
    }
  | { readonly kind: 'unreadable' }

/** Reads where a message belongs. */
export function messageOf(text: string): Message {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // What is wrong with it is said by whoever judges it.
    return { kind: 'unreadable' }
  }
  if (Array.isArray(value)) {
    const ids = (value as readonly unknown[]).map((one) => (isRecord(one) ? one['id'] : undefined))
    return { kind: 'answer', ids, isBatch: true }
  }
  if (!isRecord(value)) return { kind: 'unreadable' }
  if (typeof value['method'] !== 'string') {
    return { kind: 'answer', ids: [value['id']], isBatch: false, result: value['result'] }
  }
  const { params } = value
  return { kind: 'event', subscription: isRecord(params) ? subscriptionIn(params) : undefined }
}

/** The ID of a subscription: `subscription`, or what the document calls it, such as `subscription_id`. */
function subscriptionIn(params: Readonly<Record<string, unknown>>): unknown {
  const named = Object.keys(params).find((name) => /^id$|subscription/i.test(name))
  return named === undefined ? undefined : params[named]
}

/** Ids that answers to a request have. */
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

/** What is no request may still have an id, which its error has then. */
function idsIn(text: string): ReadonlySet<unknown> {
  const said = messageOf(text)
  return new Set(
    said.kind === 'answer' ? said.ids.filter((id) => id !== null && id !== undefined) : [],
  )
}
