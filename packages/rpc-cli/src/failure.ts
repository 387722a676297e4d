import {
  HttpError,
  NodeError,
  ProtocolError,
  RpcError,
  TimeoutError,
  TransportError,
} from '@rpcloom/rpc'
import type { OpenRpcError } from '@rpcloom/rpc/internal'
import { visibleJson } from '@rpcloom/schema/internal'
import { stringify } from '@rpcloom/schema/json'
import { exitCodes, listedCode, QueryError, UsageError } from './exit-codes.ts'
import { visible } from './output.ts'

/** What a failed command prints and returns. */
export interface Failure {
  readonly exitCode: number
  readonly text: string
}

/** What a failure needs to know about the command. It is completed while the command is read. */
export interface Progress {
  readonly name: string
  /** The errors that the method lists. */
  listed: readonly OpenRpcError[]
  json: boolean
}

/** Returns the failure for an error of a command. An unexpected error is thrown again. */
export function failureOf(error: unknown, { listed, name, json }: Readonly<Progress>): Failure {
  if (!isExpected(error)) throw error
  const index = error instanceof RpcError ? listedIndex(listed, error) : -1
  const exitCode = index === -1 ? codeOf(error) : listedCode(index)
  const { message } = error
  const reason = error instanceof RpcError ? (error.reason ?? listed[index]?.reason) : undefined
  const code = error instanceof NodeError ? error.code : undefined
  if (json) {
    const data = error instanceof RpcError ? error.data : undefined
    const members = { message, code, reason, data, exitCode }
    const set = Object.entries(members).filter(([, value]) => value !== undefined)
    return { exitCode, text: visibleJson(stringify({ error: Object.fromEntries(set) })) }
  }
  const details = [reason, typeof code === 'number' ? `code ${code}` : undefined]
  const shown = details.filter((one) => one !== undefined).join(', ')
  const cause = causeOf(error)
  const lines = [
    `${name}: ${message}${cause}${shown === '' ? '' : ` (${shown})`}`,
    ...helpOf(listed[index]).map((text) => `  ${text}`),
  ]
  return { exitCode, text: visible(lines.join('\n'), '\n') }
}

function isExpected(error: unknown): error is Error {
  return error instanceof NodeError || error instanceof UsageError || error instanceof QueryError
}

/** Returns the code of an error's cause, such as `: ECONNREFUSED`; empty if it has none. */
export function causeOf({ cause }: Error): string {
  const { code } = Object(cause) as { readonly code?: unknown }
  return typeof code === 'string' && /^[A-Z][A-Z\d_]+$/.test(code) ? `: ${code}` : ''
}

/** Returns when an error occurs and what to do, as the document says. */
export function helpOf(error: OpenRpcError | undefined): readonly string[] {
  const { help, when } = Object(error?.json['x-reason']) as Readonly<Record<string, unknown>>
  return [when, help].filter((one) => typeof one === 'string')
}

/** Returns the position of an error: by its reason, or else by its code. Of equal codes, the message decides. */
export function listedIndex(listed: readonly OpenRpcError[], error: RpcError): number {
  const { reason, message } = error
  const same = listed.filter(({ code }) => code === error.code)
  const found =
    listed.find((one) => one.reason !== undefined && one.reason === reason) ??
    same.find((one) => one.message === message) ??
    same.find((one) => one.reason === undefined || same.length === 1)
  return found ? listed.indexOf(found) : -1
}

function codeOf(error: Error): number {
  if (error instanceof UsageError) return exitCodes.usage
  if (error instanceof RpcError) return exitCodes.unlisted
  if (error instanceof TransportError) return exitCodes.unreachable
  if (error instanceof TimeoutError) return exitCodes.timeout
  if (error instanceof HttpError || error instanceof ProtocolError) return exitCodes.response
  return exitCodes.failed
}
