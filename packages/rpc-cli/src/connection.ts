import { type JsonObject, TransportError } from '@rpcloom/rpc'
import type { Transport } from '@rpcloom/rpc/client'
import { http } from '@rpcloom/rpc/http'
import { at, retry, usualValues, withReasons } from '@rpcloom/rpc/internal/call'
import { isRecord } from '@rpcloom/schema/json'
import { UsageError } from './exit-codes.ts'
import type { Options } from './options.ts'
import type { Program } from './program.ts'
import { readSettings, type Settings } from './settings.ts'
import type { TargetMethod } from './target-method.ts'

/** A transport, and how to end its connections. */
export interface Connection {
  readonly transport: Transport
  readonly close: () => void
}

/** Opens a connection for one command. Modules are loaded by the commands that need them. */
export async function connect(
  { name, errors }: Pick<Program, 'name' | 'errors'>,
  { group: declared, document, method, descriptor: { group } }: TargetMethod,
  options: Options,
  open: typeof remote = remote,
): Promise<Connection> {
  // HTTP cannot send events.
  const events = method.subscription !== undefined
  const { transport, close } = options.mock
    ? await mocked(document.json, options.seed)
    : await repeating(readSettings({ name, group: declared, events }, options), open)
  const named: Transport = async (request) => {
    const response = await transport(request)
    if (!isRecord(response.message) || response.message['error'] === undefined) return response
    // Recognizes the errors of servers that do not send a reason.
    const { errors: table, lists } = await errors()
    return withReasons(async () => response, table, lists)(request)
  }
  const values = options.at?.map((text) => pathValue(group, text))
  const all = values && { ...usualValues(group), ...Object.fromEntries(values) }
  return { close, transport: all ? at(named, all) : named }
}

function pathValue(
  { at: template, path }: TargetMethod['descriptor']['group'],
  text: string,
): readonly [name: string, value: string] {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (template?.includes(`{${name}}`) && !/^\.{0,2}$/.test(value)) return [name, value]
  const wanted = `NAME=VALUE with a variable of the path ${template ?? path}`
  throw new UsageError(`--at ${text} must be ${wanted}`)
}

async function mocked(document: JsonObject, seed: string | undefined): Promise<Connection> {
  const { mockDocuments } = await import('@rpcloom/mock')
  const { transport } = mockDocuments([document], {
    eventsEveryMs: 100,
    ...(seed !== undefined && { seed }),
  })
  return { transport, close: () => undefined }
}

/** Repeats calls that read. Errors name the setting of the address, whose path or query may be a key. */
async function repeating(settings: Settings, open: typeof remote): Promise<Connection> {
  const { transport, close } = await open(settings)
  const { from, retries } = settings
  const repeated = retry(transport, { retries })
  const named: Transport = (request) =>
    repeated(request).catch((error: Error) => {
      const { message, cause } = error
      const isLost = error instanceof TransportError
      throw isLost ? new TransportError(`${message} (the address of ${from})`, { cause }) : error
    })
  return { transport: named, close }
}

async function remote({ address, headers, timeoutMs }: Settings): Promise<Connection> {
  if (/^ws/i.test(address)) {
    const { webSocket } = await import('@rpcloom/rpc/web-socket')
    const socket = webSocket(address, { headers, timeoutMs })
    return { transport: socket, close: socket.close }
  }
  return { transport: http(address, { headers, timeoutMs }), close: () => undefined }
}
