import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  big,
  buildClient,
  decoded,
  inOrder,
  method,
  named,
  nothing,
  notification,
  paged,
  route,
  type ClientBase,
  type ClientGroup,
  type Transport,
} from '../../packages/rpc/src/client/index.ts'

const group: ClientGroup = { path: '/ext/info' }
const evm: ClientGroup = {
  path: '/ext/bc/C/rpc',
  chainPath: '/ext/bc/{chain}/rpc',
  batch: 2,
}
const alone: ClientGroup = { path: '/ext/info', batch: false }

type Echo = { readonly text: string; readonly limit?: bigint | number }

/** What a generator would emit for the groups of the server fixture. */
export const getHeight: (transport: Transport) => Promise<{ height: bigint }> = method({
  wire: 'info.getHeight',
  group,
  effect: 'read',
  result: decoded({ height: big }),
})
export const echo: (transport: Transport, params: Echo) => Promise<{ types: string[] }> = method({
  wire: 'info.echo',
  group,
  effect: 'read',
  params: named({ limit: big }),
})
export const fails: (transport: Transport, params: { readonly how: string }) => Promise<void> =
  method({
    wire: 'info.fails',
    group,
    effect: 'write',
  })
export const empty: (transport: Transport) => Promise<void> = method({
  wire: 'info.empty',
  group,
  effect: 'write',
  result: nothing,
})
export const notify: (transport: Transport) => Promise<void> = notification({
  wire: 'info.empty',
  group,
  effect: 'write',
})
export const slow: (transport: Transport) => Promise<{ chain?: string }> = method({
  wire: 'info.slow',
  group,
  effect: 'read',
})
const single: (transport: Transport) => Promise<{ height: bigint }> = method({
  wire: 'info.getHeight',
  group: alone,
  effect: 'read',
  result: decoded({ height: big }),
})
export const add: (transport: Transport, a: number, b: number, c?: number) => Promise<number> =
  method({
    wire: 'eth_add',
    group: evm,
    effect: 'read',
    params: inOrder,
  })
type Report = { readonly healthy: boolean; readonly checks: unknown }
export const health: (
  transport: Transport,
  query?: { readonly tag?: readonly string[] },
) => Promise<Report> = route({
  group,
  method: 'info.health',
  path: '/ext/info/health',
  statuses: [200, 503],
})

export type Numbers = { readonly start?: string; readonly limit?: number }
export type NumbersPage = { readonly items: readonly number[] | null; readonly end: string }
const page: (transport: Transport, params: Numbers) => Promise<NumbersPage> = method({
  wire: 'info.numbers',
  group,
  effect: 'read',
})
export const numbers = paged<Numbers, NumbersPage, number>(page, {
  cursor: { param: 'start', result: 'end' },
  limit: { param: 'limit', default: 3, cap: 3 },
  items: 'items',
  end: 'short-page',
})

export interface Client extends ClientBase<Client> {
  readonly info: {
    getHeight(): Promise<{ height: bigint }>
    echo(params: Echo): Promise<{ types: string[] }>
    fails(params: { readonly how: string }): Promise<void>
    empty(): Promise<void>
    notify(): Promise<void>
    slow(): Promise<{ chain?: string }>
    numbers: {
      (params: Numbers): Promise<NumbersPage>
      pages(params: Numbers): AsyncIterable<NumbersPage>
      items(params: Numbers): AsyncIterable<number>
    }
    readonly get: { health(query?: { readonly tag?: readonly string[] }): Promise<Report> }
  }
  readonly alone: { getHeight(): Promise<{ height: bigint }> }
  readonly cChain: { readonly eth: { add(a: number, b: number, c?: number): Promise<number> } }
  chain(idOrAlias: string): Client
}

export function createClient(transport: Transport): Client {
  const table = {
    info: { getHeight, echo, fails, empty, notify, slow, numbers, get: { health } },
    alone: { getHeight: single },
    cChain: { eth: { add } },
  }
  return buildClient<Client>(table, transport)
}

/** A server of its own manner on a free port of this machine. */
export async function serve(
  listener: RequestListener,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
