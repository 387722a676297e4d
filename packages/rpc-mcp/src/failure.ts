import { causeOf, helpOf, listedIndex, type TargetMethod, UsageError } from '@rpcloom/cli/internal'
import { HttpError, NodeError, RpcError, TimeoutError, TransportError } from '@rpcloom/rpc'
import type { Effect } from '@rpcloom/rpc/codegen'
import { visibleJson } from '@rpcloom/schema/internal'
import { stringify } from '@rpcloom/schema/json'
import { type Content, textBlock } from './results.ts'
import { ToolError } from './tool.ts'

/** Maximum number of characters of each member of an error. */
const MOST = 10_000

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
  if (error instanceof HttpError && error.status >= 429) return 'Try again later'
  if (!(error instanceof TimeoutError))
    return 'The server is not the one that the document describes'
  if (effect === 'read') return 'Try again, or ask for less'
  return 'The server may have made the call: check its effect before you repeat it'
}

/** Returns an error as the result of a tool. */
export function failed(given: ToolError): Content {
  const error = shortened(given)
  const content = [textBlock(visibleJson(stringify({ error })))]
  return { isError: true, content, structuredContent: { error } }
}

/** Returns an error as the error of a request that is not a call of a tool. */
export function requestErrorOf(error: ToolError): RpcError {
  const { message, ...data } = shortened(error)
  return new RpcError(-32603, message, { data })
}

/** Limits the size of an error, whose message and data a server chooses. */
function shortened({ message, details }: ToolError): { readonly message: string } {
  const kept = Object.entries(details).filter(([, one]) => (stringify(one) ?? '').length <= MOST)
  const shown = message.length > MOST ? `${message.slice(0, MOST)}...` : message
  return { message: shown, ...Object.fromEntries(kept) }
}
