import { causeOf, helpOf, listedIndex, type TargetMethod, UsageError } from '@rpcloom/cli/internal'
import { NodeError, RpcError, TimeoutError, TransportError } from '@rpcloom/rpc'
import type { Effect } from '@rpcloom/rpc/codegen'
import { visibleJson } from '@rpcloom/schema/internal'
import { stringify } from '@rpcloom/schema/json'
import { type Content, textBlock } from './results.ts'
import { ToolError } from './tool.ts'

/** Maximum number of characters of an error. */
const MOST = 20_000

/** Returns the error of a call as one that says what to do. An unexpected error is thrown again. */
export function toolErrorOf(error: unknown, { method, descriptor }: TargetMethod): ToolError {
  if (error instanceof ToolError) return error
  if (error instanceof UsageError) return new ToolError(error.message, { reason: 'settings' })
  if (!(error instanceof NodeError)) throw error
  const { message, code } = error
  if (!(error instanceof RpcError)) {
    const help = helpByKind(error, descriptor.effect)
    return new ToolError(`${message}${causeOf(error)}`, { code, help })
  }
  const listed = method.errors[listedIndex(method.errors, error)]
  const help = helpOf(listed).join('. ') || undefined
  const reason = error.reason ?? listed?.reason
  // Undefined members are no members of JSON.
  return new ToolError(message, { code, reason, data: error.data, help })
}

function helpByKind(error: NodeError, effect: Effect = 'read'): string {
  if (error instanceof TransportError) return 'Check that the server runs, and its address'
  if (!(error instanceof TimeoutError))
    return 'The server is not the one that the document describes'
  if (effect === 'read') return 'Try again, or ask for less'
  return 'The server may have made the call: check its effect before you repeat it'
}

/** Returns an error as the result of a tool. A server chooses the message and the data. */
export function failed({ message, details }: ToolError): Content {
  const error = { message, ...details }
  const json = visibleJson(stringify({ error }))
  return json.length <= MOST
    ? { isError: true, content: [textBlock(json)], structuredContent: { error } }
    : { isError: true, content: [textBlock(`${json.slice(0, MOST)}...`)] }
}
