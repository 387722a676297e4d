import type { DispatcherOptions, ServerGroup, ServerMethod } from '@rpcloom/rpc/server'
import { big } from '@rpcloom/rpc/codegen'
import { createDispatcher, RpcError, type Context, type Dispatcher } from '@rpcloom/rpc/server'

/** A method, with the names of its required params for the document. */
type FixtureMethod = ServerMethod & { readonly required?: readonly string[] }
type MethodPart = Partial<FixtureMethod> & { readonly name: string }

export function method({ name, ...part }: MethodPart): FixtureMethod {
  const [, member = name] = /[._](.*)/.exec(name) ?? []
  return {
    name,
    member,
    order: [],
    availability: { http: 'public', ws: 'public' },
    ...part,
  }
}

export function group(
  part: Omit<Partial<ServerGroup>, 'methods'> & {
    readonly key: string
    readonly methods: readonly FixtureMethod[]
  },
  schemas: Readonly<Record<string, object>> = {},
): ServerGroup {
  const methods = part.methods.map(({ name: methodName, order, required = [] }) => ({
    name: methodName,
    params: order.map((name) => ({
      name,
      required: required.includes(name),
      schema: (schemas[name] ?? {}) as never,
    })),
    result: { name: 'result', schema: {} },
  }))
  return {
    slug: part.key,
    path: `/ext/${part.key}`,
    transports: ['http'],
    batch: { allowed: true },
    availability: { http: 'public', ws: 'public' },
    document: () => ({ openrpc: '1.3.2', info: { title: part.key, version: '1' }, methods }),
    ...part,
  }
}

/** A by-name group like those of the node. */
export const info: ServerGroup = group(
  {
    key: 'info',
    methods: [
      method({ name: 'info.getHeight', result: { height: big } }),
      method({
        name: 'info.echo',
        order: ['text', 'limit', 'password'],
        required: ['text'],
        params: { limit: big },
        secrets: ['password'],
      }),
      method({ name: 'info.slow' }),
      method({ name: 'info.fails', order: ['how'] }),
      method({ name: 'info.empty', returns: 'empty' }),
      method({ name: 'info.costly', member: 'empty', returns: 'empty', cost: 9 }),
      method({ name: 'info.unhandled' }),
      method({
        name: 'info.local',
        availability: { http: 'node-local', ws: 'node-local' },
      }),
      method({ name: 'info.debug', enabledBy: { setting: 'debug', default: false } }),
      method({
        name: 'info.health',
        order: ['tags'],
        availability: { http: 'node-local', ws: 'node-local' },
        routes: {
          health: {
            paths: ['/ext/info', '/ext/info/health'],
            query: [{ name: 'tag', param: 'tags', repeated: true }],
            status: { member: 'healthy', ok: 200, fail: 503 },
          },
        },
      }),
      method({
        name: 'info.exact',
        order: ['n'],
        params: { n: big },
        lossless: true,
        result: { n: big },
      }),
    ],
  },
  {
    text: { type: 'string' },
    limit: { type: ['string', 'integer'], format: 'uint64' },
    password: { type: 'string', minLength: 8 },
  },
)

/** A by-position group with namespaces and a variable in its path. */
export const evm: ServerGroup = group(
  {
    key: 'cChain',
    path: '/ext/bc/C/rpc',
    at: '/ext/bc/{chain}/rpc',
    batch: { allowed: true, maxPublic: 3 },
    methods: [
      method({
        name: 'eth_add',
        namespace: 'eth',
        order: ['a', 'b', 'c'],
        required: ['a', 'b'],
        structure: 'by-position',
      }),
      method({ name: 'net_version', namespace: 'net', structure: 'by-position' }),
    ],
  },
  { a: { type: 'integer' }, b: { type: 'integer' }, c: { type: 'integer' } },
)

class InfoService {
  readonly #height = 18446744073709551615n
  getHeight(): object {
    return { height: this.#height }
  }
  echo(params: object): object {
    return { ...params, types: Object.values(params).map((value) => typeof value) }
  }
  async slow(_params: object, ctx: Context): Promise<unknown> {
    await new Promise((resolve) => setTimeout(resolve, 80))
    return { aborted: ctx.signal.aborted, at: ctx.at, id: ctx.id }
  }
  fails({ how }: { how?: string }): unknown {
    if (how === 'rpc')
      throw new RpcError(-32010, 'No such alias', { reason: 'unknownAlias', data: { alias: 'x' } })
    if (how === 'codeless') {
      const error = new RpcError(-32000, 'of somebody else, with a secret')
      return Promise.reject(Object.assign(error, { code: 'E_OTHER' }))
    }
    if (how === 'late') return Promise.reject(new Error('secret detail'))
    if (how === 'circle') {
      const circle: Record<string, unknown> = {}
      return (circle['self'] = circle)
    }
    throw new Error('secret detail')
  }
  empty(): void {}
  local(): string {
    return 'here'
  }
  debug(): string {
    return 'on'
  }
  health({ tags }: { tags?: string[] }): object {
    return { healthy: !tags?.includes('bad'), checks: { tags: tags ?? [] } }
  }
  exact({ n }: { n: bigint }): object {
    return { n: n + 1n }
  }
}

const eth = { add: ({ a, b, c = 0 }: Record<string, number>) => Number(a) + Number(b) + c }

export function dispatcher(options: Partial<DispatcherOptions> = {}): Dispatcher {
  return createDispatcher({
    groups: [info, evm],
    handlers: { info: new InfoService(), cChain: { eth, net: { version: () => '1' } } },
    log: () => undefined,
    ...options,
  })
}
