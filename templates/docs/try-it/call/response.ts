import { isRecord } from '@rpcloom/rpc'
import { readJson } from '@rpcloom/conform'
import { matches } from '@rpcloom/schema/internal'
import { checkSchema, type SchemaIssue } from '@rpcloom/schema'
import type { ListedError, Method } from './method.ts'
import { requestId } from './samples.ts'

export type Response = { readonly stray?: Stray } & Outcome

/** A response whose `id` does not match the request. If the response has no `id`, the member is undefined. */
export interface Stray {
  readonly id?: unknown
}

type Outcome =
  | { readonly kind: 'result'; readonly value: unknown; readonly issues: readonly SchemaIssue[] }
  | { readonly kind: 'error'; readonly value: unknown; readonly listed: Listed }
  | { readonly kind: 'other'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }

export type Listed =
  | { readonly kind: 'listed'; readonly error: ListedError }
  /** A reserved error, which any server may return. */
  | { readonly kind: 'reserved'; readonly about: string }
  | { readonly kind: 'unlisted' }

const reserved: ReadonlyMap<unknown, string> = new Map([
  [-32700, 'The server could not read the request as JSON.'],
  [-32600, 'The server rejected the request as invalid JSON-RPC.'],
  [-32602, 'The params are not valid for the method.'],
  [-32603, 'Internal error of the server.'],
])

const maxIssues = 50

/** Parses a JSON-RPC response, or the response of a GET route, which contains only the result. */
export function readResponse(method: Method, text: string, form: 'rpc' | 'route'): Response {
  const read = readJson(text)
  if (read.kind === 'faulty') return { kind: 'text', text }
  const { value } = read
  if (form === 'route') return resultOf(method, value)
  if (!isRecord(value)) return { kind: 'other', value }
  const { id, error } = value
  // A server that could not parse the request responds with a null `id`.
  const isOwn = id === requestId || (isRecord(error) && id === null)
  const stray: Stray | undefined = isOwn ? undefined : 'id' in value ? { id } : {}
  return { ...outcomeOf(method, value), ...(stray && { stray }) }
}

function outcomeOf(method: Method, value: Readonly<Record<string, unknown>>): Outcome {
  const { error } = value
  if (isRecord(error)) {
    return { kind: 'error', value: error, listed: listedOf(method, error) }
  }
  return 'result' in value ? resultOf(method, value['result']) : { kind: 'other', value }
}

function resultOf({ result, resolve }: Method, value: unknown): Outcome {
  return {
    kind: 'result',
    value,
    issues: checkSchema(result ?? true, value, { resolve, maxIssues }),
  }
}

/**
 * Finds the method's listed error for an error object: by reason, or else by message, or else by a
 * code that only one listed error has.
 */
function listedOf(
  { data: { name }, errors }: Method,
  error: Readonly<Record<string, unknown>>,
): Listed {
  const details = isRecord(error['data']) ? error['data'] : {}
  const same = errors.filter(({ code }) => code === error['code'])
  const message = typeof error['message'] === 'string' ? error['message'] : ''
  const found =
    errors.find(({ reason }) => reason !== undefined && reason === details['reason']) ??
    errors.find(({ pattern }) => pattern !== undefined && matches(pattern, message)) ??
    same.find((one) => one.message === message) ??
    (same.length === 1 ? same[0] : undefined)
  if (found !== undefined) return { kind: 'listed', error: found }
  const about =
    error['code'] === -32601
      ? `This server does not implement ${name} at this address.`
      : reserved.get(error['code'])
  return about === undefined ? { kind: 'unlisted' } : { kind: 'reserved', about }
}
