import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  buildClient,
  method,
  notification,
  paged,
  route,
} from '../../packages/rpc/src/client/codegen.ts'
import type {
  CallOptions,
  ClientBase,
  Standalone,
  Transport,
} from '../../packages/rpc/src/client/index.ts'
import { at } from '../../packages/rpc/src/client/at.ts'
import { big, type GroupDescriptor, type MethodDescriptor } from '../../packages/rpc/src/codegen.ts'

const both = { transports: ['http', 'ws'], batch: { allowed: true } } as const
const group: GroupDescriptor = { ...both, key: 'info', path: '/ext/info' }
const evm: GroupDescriptor = {
  ...both,
  key: 'cChain',
  path: '/ext/bc/C/rpc',
  at: '/ext/bc/{chain}/rpc',
  batch: { allowed: true, maxPublic: 2 },
}
const alone: GroupDescriptor = { ...group, key: 'alone', batch: { allowed: false } }

export function descriptor(given: Partial<MethodDescriptor> & { name: string }): MethodDescriptor {
  return { group, order: [], ...given }
}

type Echo = { readonly text: string; readonly limit?: bigint | number }

const height = { name: 'info.getHeight', result: { height: big } }

/** The code that a generator would emit for the groups of the server fixture. */
export const getHeight: Standalone<(options?: CallOptions) => Promise<{ height: bigint }>> = method(
  descriptor(height),
)
export const echo: Standalone<
  (params: Echo, options?: CallOptions) => Promise<{ types: string[] }>
> = method(descriptor({ name: 'info.echo', order: ['text', 'limit'], params: { limit: big } }))
export const fails: Standalone<(params: { readonly how: string }) => Promise<void>> = method(
  descriptor({ name: 'info.fails', order: ['how'], effect: 'write' }),
)
export const empty: Standalone<() => Promise<void>> = method(
  descriptor({ name: 'info.empty', effect: 'write', returns: 'empty' }),
)
export const notify: (transport: Transport) => Promise<void> = notification(
  descriptor({ name: 'info.empty', effect: 'write', returns: 'notification' }),
)
export const slow: (transport: Transport, options?: CallOptions) => Promise<{ at: object }> =
  method(descriptor({ name: 'info.slow' }))
const single: (transport: Transport) => Promise<{ height: bigint }> = method(
  descriptor({ ...height, group: alone }),
)
type Sum = readonly [a: number, b: number, c?: number, options?: CallOptions]
export const add: (transport: Transport, ...sum: Sum) => Promise<number> = method(
  descriptor({ name: 'eth_add', group: evm, structure: 'by-position', order: ['a', 'b', 'c'] }),
)
type Report = { readonly healthy: boolean; readonly checks: unknown }
export const health: (
  transport: Transport,
  query?: { readonly tag?: readonly string[] },
) => Promise<Report> = route(
  descriptor({
    name: 'info.health',
    routes: {
      health: {
        paths: ['/ext/info/health'],
        query: [{ name: 'tag', param: 'tags', repeated: true }],
        status: { member: 'healthy', ok: 200, fail: 503 },
      },
    },
  }),
  'health',
)

export type Numbers = { readonly start?: string; readonly limit?: number }
export type NumbersPage = { readonly items: readonly number[] | null; readonly end: string }
export const numbers = paged<Numbers, NumbersPage, number>(
  descriptor({
    name: 'info.numbers',
    order: ['start', 'limit'],
    pagination: {
      cursor: { param: 'start', result: 'end' },
      limit: { param: 'limit', default: 3, cap: 3 },
      items: 'items',
      end: 'short-page',
    },
  }),
)

export interface Client extends ClientBase<Client> {
  readonly info: {
    getHeight(): Promise<{ height: bigint }>
    echo(params: Echo): Promise<{ types: string[] }>
    fails(params: { readonly how: string }): Promise<void>
    empty(): Promise<void>
    notify(): Promise<void>
    slow(options?: CallOptions): Promise<{ at: object }>
    numbers: {
      (params: Numbers): Promise<NumbersPage>
      pages(params: Numbers): AsyncIterable<NumbersPage>
      items(params: Numbers): AsyncIterable<number>
    }
    readonly get: { health(query?: { readonly tag?: readonly string[] }): Promise<Report> }
  }
  readonly alone: { getHeight(): Promise<{ height: bigint }> }
  readonly cChain: {
    readonly eth: { add(a: number, b: number, c?: number, options?: CallOptions): Promise<number> }
  }
  at(values: { readonly chain: string }): Client
}

export function createClient(transport: Transport): Client {
  const table = {
    info: { getHeight, echo, fails, empty, notify, slow, numbers, get: { health } },
    alone: { getHeight: single },
    cChain: { eth: { add } },
  }
  return buildClient<Client>(table, transport, at)
}

/** Starts a server on a free port of this machine. */
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
