import {
  HttpError,
  NodeError,
  ProtocolError,
  RpcError,
  TimeoutError,
  TransportError,
} from '@rpcloom/rpc'
import type { OpenRpcError } from '@rpcloom/rpc/internal'
import { exitCodes, listedCode, QueryError, UsageError } from './exit-codes.ts'
import { jsonText, visible } from './output.ts'

/** What a failure needs to know about the command. It is completed while the command is read. */
export interface Progress {
  readonly name: string
  /** The errors that the method lists. */
  listed: readonly OpenRpcError[]
  json: boolean
}

/** Returns what a failed command prints and its exit code. An unexpected error is thrown again. */
export function failureOf(
  thrown: unknown,
  { listed, name, json }: Readonly<Progress>,
): { readonly exitCode: number; readonly text: string } {
  const error = knownError(thrown)
  const sent = error instanceof RpcError ? error : undefined
  const index = sent ? listedIndex(listed, sent) : -1
  const exitCode = index === -1 ? codeOf(error) : listedCode(index)
  const { message } = error
  const reason = sent && (sent.reason ?? listed[index]?.reason)
  const { code } = error as NodeError
  const members = { message, code, reason, data: sent?.data, exitCode }
  if (json) return { exitCode, text: jsonText({ error: members }) }
  const shown = [reason, typeof code === 'number' && `code ${code}`].filter(Boolean).join(', ')
  const cause = error instanceof NodeError ? causeOf(error) : ''
  const line = `${name}: ${message}${cause}${shown === '' ? '' : ` (${shown})`}`
  const lines = [
    // A server must not print lines that look like those of the command.
    sent ? line.replaceAll('\n', '\n  ') : line,
    ...helpOf(listed[index]).map((text) => `  ${text}`),
  ]
  return { exitCode, text: visible(lines.join('\n'), '\n') }
}

/** Returns the error of a command that is not a fault of the program. Throws others again. */
export function knownError(error: unknown): Error {
  if (error instanceof NodeError || error instanceof UsageError || error instanceof QueryError)
    return error
  if (error instanceof RangeError && /stack|string length/.test(error.message))
    return new ProtocolError('The result is too long, or its objects and lists are too deep')
  const { syscall, code = '' } = Object(error) as NodeJS.ErrnoException
  if (syscall === 'write')
    return Object.assign(new Error(`Could not write the output: ${code}`), { code })
  throw error
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
