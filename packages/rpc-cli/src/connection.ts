import type { JsonObject } from '@rpcloom/rpc'
import { at, retry, type Transport } from '@rpcloom/rpc/client'
import { UsageError } from './exit-codes.ts'
import type { Options } from './options.ts'
import type { Program } from './program.ts'
import { readSettings, type Settings } from './settings.ts'

/** A transport, and how to end its connections. */
export interface Connection {
  readonly transport: Transport
  readonly close: () => void
}

interface ConnectionParts {
  readonly program: Program
  readonly options: Options
  readonly document: JsonObject
  /** Whether events are needed, which HTTP cannot send. */
  readonly events: boolean
}

/** Opens a connection for one command. Modules are loaded by the commands that need them. */
export async function connect({
  program,
  options,
  document,
  events,
}: ConnectionParts): Promise<Connection> {
  const { transport, close } = options.mock
    ? await mocked(document, options.seed)
    : await remote(readSettings(program, options), events)
  const values = Object.fromEntries((options.at ?? []).map(pathValue))
  return { close, transport: options.at === undefined ? transport : at(transport, values) }
}

function pathValue(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw new UsageError('--at must have the form NAME=VALUE')
}

async function mocked(document: JsonObject, seed: string | undefined): Promise<Connection> {
  const { mockDocuments } = await import('@rpcloom/mock')
  const { transport } = mockDocuments([document], {
    eventsEveryMs: 100,
    ...(seed !== undefined && { seed }),
  })
  return { transport, close: () => undefined }
}

async function remote(settings: Settings, events: boolean): Promise<Connection> {
  const { url, wsUrl, headers, timeoutMs, retries } = settings
  const address = events ? wsUrl : url
  if (!/^(https?|wss?):\/\//i.test(address) || !URL.canParse(address)) {
    throw new UsageError('The address must be a URL that starts with http, https, ws or wss')
  }
  if (/^ws/i.test(address)) {
    const { webSocket } = await import('@rpcloom/rpc/web-socket')
    const socket = webSocket(address, { headers, timeoutMs })
    return { transport: retry(socket, { retries }), close: socket.close }
  }
  const { http } = await import('@rpcloom/rpc/http')
  return {
    transport: retry(http(address, { headers, timeoutMs }), { retries }),
    close: () => undefined,
  }
}
