import { randomUUID } from 'node:crypto'
import { knownError } from '@rpcloom/cli/internal'
import { ProtocolError } from '@rpcloom/rpc'
import { stdio } from '@rpcloom/rpc/channels'
import { HttpReplyError, SESSION } from '@rpcloom/rpc/internal'
import { listen } from '@rpcloom/rpc/node'
import { STATELESS, versions } from './protocol.ts'
import type { McpServer } from './server.ts'
import { VERSION } from './sessions.ts'

/** Where HTTP is served. */
export interface HttpAddress {
  readonly host: string
  readonly port: number
  /** Names that the header Host may have, besides localhost and IP addresses. */
  readonly hosts: readonly string[]
}

/** Ends the process with a message if its output cannot be written, such as after the end of the client. */
export function requireOutput(name: string): void {
  process.stdout.prependListener('error', (error) => fail(`${name}: ${knownError(error).message}`))
  process.stderr.on('error', () => undefined)
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Serves over HTTP, or over standard input and output. */
export async function serve(
  { dispatcher, listen: add }: McpServer,
  http: HttpAddress | undefined,
): Promise<void> {
  if (!http) {
    const attached = dispatcher.attach(stdio(process, 'lines'))
    void attached.closed.then((error) => error instanceof ProtocolError && fail(error.message))
    return add(attached)
  }
  const { host, port } = http
  /** Start of the sessions of this process. */
  const own = randomUUID()
  const hosts = ['localhost', ...http.hosts]
  const listening = await listen(dispatcher, {
    host,
    port,
    allowedHosts: hosts,
    authenticate({ headers }) {
      const { origin, [VERSION]: version = STATELESS, [SESSION]: session = own } = headers
      // The pages of other sites must not use the server.
      const name = origin && URL.canParse(origin) ? new URL(origin).hostname : origin
      if (name !== undefined && ![...hosts, '127.0.0.1', '[::1]'].includes(name))
        throw rejection(403, 'invalid origin')
      if (![...versions, STATELESS].includes(String(version)))
        throw rejection(400, `unsupported ${VERSION}`)
      // Clients then start a new session.
      if (!String(session).startsWith(own)) throw rejection(404, 'unknown session')
    },
  })
  listening.server.prependListener('request', ({ headers }, response) => {
    // Further requests of a session have one of the headers; the version 2026-07-28 has no sessions.
    if (headers[SESSION] !== undefined || headers[VERSION] !== undefined) return
    headers[SESSION] = `${own}.${randomUUID()}`
    response.setHeader(SESSION, headers[SESSION])
  })
  process.stderr.write(`${listening.url}/mcp\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void listening.close().then(() => process.exit()))
}

function rejection(status: number, body: string): HttpReplyError {
  return new HttpReplyError(body, { status, headers: {}, body })
}
