import { causeOf, helpOf, listedIndex, type TargetMethod, UsageError } from '@rpcloom/cli/internal'
import { NodeError, RpcError, TimeoutError, TransportError } from '@rpcloom/rpc'
import { visibleJson } from '@rpcloom/schema/internal'
import { stringify } from '@rpcloom/schema/json'
import { type Content, textBlock } from './results.ts'
import { ToolError } from './tool.ts'

/** Returns the error of a call as one that says what to do. An unexpected error is thrown again. */
export function toolErrorOf(error: unknown, { method }: TargetMethod): ToolError {
  if (error instanceof ToolError) return error
  if (error instanceof UsageError) return new ToolError(error.message, { reason: 'settings' })
  if (!(error instanceof NodeError)) throw error
  const { message, code } = error
  if (!(error instanceof RpcError)) {
    const isUnknown = error instanceof TimeoutError && method.effect !== 'read'
    return new ToolError(`${message}${causeOf(error)}`, {
      code,
      help: isUnknown
        ? 'The server may have made the call: check its effect before you repeat it'
        : helpByKind(error),
    })
  }
  const listed = method.errors[listedIndex(method.errors, error)]
  const help = helpOf(listed).join('. ')
  const reason = error.reason ?? listed?.reason
  const details = { code, reason, data: error.data, help: help === '' ? undefined : help }
  return new ToolError(
    message,
    Object.fromEntries(Object.entries(details).filter(([, one]) => one !== undefined)),
  )
}

function helpByKind(error: NodeError): string {
  if (error instanceof TransportError) return 'Check that the server runs, and its address'
  return error instanceof TimeoutError
    ? 'Try again, or ask for less'
    : 'The server is not the one that the document describes'
}

/** Returns an error as the result of a tool. */
export function failed(
  { message, details }: ToolError,
  scrub: (value: unknown) => unknown = (value) => value,
): Content {
  const error = scrub({ message, ...details })
  // A server chooses the message and the data.
  const json = visibleJson(stringify({ error }))
  const text = json.length > 20_000 ? `${json.slice(0, 20_000)}...` : json
  return {
    isError: true,
    content: [textBlock(text)],
    ...(json.length <= 20_000 && { structuredContent: { error } }),
  }
}
