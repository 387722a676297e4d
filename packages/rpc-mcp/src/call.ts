import {
  callOnce,
  type Connection,
  connect,
  exactJson,
  type Options,
  type Settings,
  type TargetMethod,
} from '@rpcloom/cli/internal'
import { documentPeer } from '@rpcloom/mock'
import { HttpError, type JsonObject, RpcError } from '@rpcloom/rpc'
import type { Transport } from '@rpcloom/rpc/client'
import { addressOf, readDocument } from '@rpcloom/rpc/internal'
import type { ServerMethod } from '@rpcloom/rpc/server'
import { plainText } from '@rpcloom/schema/internal'
import { recordOf, stringOf } from '@rpcloom/schema/json'
import { paramsSchema, type Scrub, scrubberOf, withoutSecrets } from './content.ts'
import { toolErrorOf } from './failure.ts'
import { formOf } from './form.ts'
import type { McpProgram } from './program.ts'
import { type Arguments, type ToolCaller, ToolError } from './tool.ts'

interface MethodCall {
  readonly program: McpProgram
  readonly target: TargetMethod
  readonly values: Arguments
  readonly options: Options
  readonly caller: ToolCaller
}

/**
 * Calls a method over a connection of its own, and returns its result in JSON form. Secret params that the server repeats are
 * removed from all that it sends. Throws a `ToolError` for a call that fails.
 */
export async function callMethod(given: MethodCall): Promise<unknown> {
  const { program, target, values, options, caller } = given
  const scrub = scrubberOf(target, values)
  const call = { ...given, caller: scrubbed(caller, scrub) }
  try {
    const open = callsBack(target.document.json) ? peers(call) : undefined
    const { transport, close } = await connect(program, target, options, open)
    const { signal, progress: onProgress } = call.caller
    const reporting: Transport = (request) => transport({ ...request, signal, onProgress })
    try {
      return scrub(await callOnce({ target, values, transport: reporting }, exactJson('')))
    } finally {
      close()
    }
  } catch (error) {
    const { message, details } = toolErrorOf(error, target)
    const [reason, data] = [details['reason'], details['data']].map(scrub)
    throw new ToolError(String(scrub(message)), { ...details, reason, data })
  }
}

/** Returns a caller that gets no secrets in messages of the server. */
function scrubbed(caller: ToolCaller, scrub: Scrub): ToolCaller {
  return {
    ...caller,
    progress: (value) => caller.progress(scrub(value)),
    log: (logger, data) => caller.log(logger, scrub(data)),
    ask: (name, message, schema) => caller.ask(name, String(scrub(message)), schema),
  }
}

/** Whether the server may call methods of the client, or reports progress. */
function callsBack(json: JsonObject): boolean {
  return json['x-progress'] !== undefined || readDocument(json, 'client').callable.length > 0
}

/**
 * Returns the transport to a server that calls back: its notifications are log messages, and its calls are questions to the
 * user. Each request has a connection, which ends with it.
 */
function peers({ target, caller }: MethodCall): (settings: Settings) => Promise<Connection> {
  const { document, descriptor } = target
  const handle = (method: ServerMethod) => handlerOf(document.json, method, caller)
  const transportOf = (settings: Settings): Transport => {
    const isSocket = /^ws/i.test(settings.address)
    return async ({ wsPath = descriptor.group.wsPath, ...request }) => {
      const path = isSocket ? (wsPath ?? request.path) : request.path
      const address = addressOf(settings.address, path)
      const peer = { ...settings, address, handlerOf: handle }
      const { transport, close } = documentPeer(document.json, peer)
      try {
        const response = await transport(request)
        // Messages that arrived before the response may still be handled.
        await close()
        return response
      } catch (error) {
        void close()
        // Calls that read are repeated by the status of a response.
        if (error instanceof HttpError) return { status: error.status, excerpt: error.body }
        throw error
      }
    }
  }
  return async (settings) => ({ transport: transportOf(settings), close: () => undefined })
}

function handlerOf(
  json: JsonObject,
  { name, returns }: ServerMethod,
  { ask, log }: ToolCaller,
): (params: unknown) => unknown {
  const document = readDocument(json, 'client')
  const method = document.methods.get(name)
  const shown = (params: unknown): unknown =>
    method ? withoutSecrets(paramsSchema({ document, method }), params, document) : params
  if (returns === 'notification') return (params) => log(name, shown(params))
  const form = formOf(method?.result?.schema, document.resolve)
  return async (params) => {
    const { message } = recordOf(shown(params))
    const text = stringOf(message) ?? stringOf(method?.json['summary']) ?? name
    const content = await ask(name, plainText(text), form.schema).catch((error: Error) => {
      const { message, details: data } = error as ToolError
      throw error instanceof ToolError ? new RpcError(-32000, message, { data }) : error
    })
    return form.resultOf(content)
  }
}
