import { stdio } from '@rpcloom/rpc/channels'
import { listen } from '@rpcloom/rpc/node'
import type { McpServer } from './server.ts'

/** Where HTTP is served. */
export interface HttpAddress {
  readonly host: string
  readonly port: number
  /** Names that the header Host may have, besides localhost and IP addresses. */
  readonly hosts: readonly string[]
}

/** Serves over HTTP, or over standard input and output. */
export async function serve(
  { dispatcher, listen: add }: McpServer,
  http: HttpAddress | undefined,
): Promise<void> {
  if (!http) return add(dispatcher.attach(stdio(process, 'lines')))
  const { host, port, hosts } = http
  const listening = await listen(dispatcher, { host, port, allowedHosts: ['localhost', ...hosts] })
  process.stderr.write(`${listening.url}/mcp\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void listening.close())
}
