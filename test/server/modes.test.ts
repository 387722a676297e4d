import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createServer, groups, type Server } from '@native-node/server'
import { pair } from '@rpcloom/rpc/channels'
import type { Listening } from '@rpcloom/rpc/node'
import type { ServerGroup, ServerMethod } from '@rpcloom/rpc/server'
import { eventsOf } from '../peer/channel-events.ts'

/**
 * Returns a server whose methods return their own names, so that the available ones can be listed.
 */
function serverOf(mode: 'local' | 'public'): Server {
  const handlers = { cChain: { eth: { async *newHeads() {} } } }
  const fallbackHandler = ({ method }: { method: ServerMethod }): unknown => method.name
  return createServer(handlers, { mode, fallbackHandler, enabled: () => true })
}

interface Answer {
  readonly id: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

const modes = ['local', 'public'] as const
const servers = { local: serverOf('local'), public: serverOf('public') }
const listening: Partial<Record<(typeof modes)[number], Listening>> = {}
beforeAll(async () => {
  for (const mode of modes) listening[mode] = await servers[mode].listen()
})
afterAll(async () => {
  for (const mode of modes) await listening[mode]?.close()
})

/** Returns calls without params. Error -32602 shows that a method exists, just like a result. */
function calls({ methods }: ServerGroup): readonly string[] {
  return methods.map(({ name }) => JSON.stringify({ jsonrpc: '2.0', id: name, method: name }))
}

async function overHttp(url: string, path: string, texts: readonly string[]): Promise<Answer[]> {
  const answers = texts.map(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body })
    if (response.status === 404) return { id: (JSON.parse(body) as Answer).id, error: notFound }
    return (await response.json()) as Answer
  })
  return Promise.all(answers)
}

const notFound = { code: -32601, message: 'no such path' }

async function overSocket(url: string, path: string, texts: readonly string[]): Promise<Answer[]> {
  const socket = new WebSocket(url.replace('http', 'ws') + path)
  const answers: Answer[] = []
  const opened = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true)).once('error', () => resolve(false))
  })
  if (!opened)
    return texts.map((text) => ({ id: (JSON.parse(text) as Answer).id, error: notFound }))
  socket.on('message', (data: Buffer) => answers.push(JSON.parse(data.toString()) as Answer))
  for (const text of texts) socket.send(text)
  while (answers.length < texts.length) await once(socket, 'message')
  socket.terminate()
  return answers
}

function isThere({ error }: Answer): boolean {
  return error?.code !== -32601
}

const table = groups.flatMap((group) =>
  modes.flatMap((mode) =>
    (['http', 'ws'] as const).map((transport) => ({ group, mode, transport })),
  ),
)

describe('every method', () => {
  test.each(table)(
    'of $group.key is available as documented, $mode, over $transport',
    async ({ group, mode, transport }) => {
      const url = listening[mode]?.url ?? ''
      const path = transport === 'ws' ? (group.wsPath ?? group.path) : group.path
      const ask = transport === 'ws' ? overSocket : overHttp
      const answers = await ask(url, path, calls(group))
      const offered = new Map(answers.map((answer) => [answer.id, isThere(answer)]))
      for (const { name, availability = group.availability } of group.methods) {
        const reach = group.transports.includes(transport) ? availability[transport] : 'absent'
        const want = mode === 'local' ? reach !== 'absent' : reach === 'public'
        // An unavailable group may have the path of another group.
        expect([name, offered.get(name)]).toEqual([name, want])
      }
    },
  )

  test('of the EVM that HTTP offers is absent from a public WebSocket, and debug_ from both', () => {
    const cChain = groups.find(({ key }) => key === 'cChain')
    const open = (cChain?.methods ?? []).filter(
      ({ availability = cChain?.availability }) => availability?.ws === 'public',
    )
    expect(open.map(({ name }) => name)).toEqual(['eth_subscribe', 'eth_unsubscribe'])
    const debug = (cChain?.methods ?? []).filter(({ name }) => name.startsWith('debug_'))
    expect(debug.length).toBeGreaterThan(5)
    for (const { availability = cChain?.availability } of debug) {
      expect([availability?.http, availability?.ws]).not.toContain('public')
    }
  })
})

describe('batches in public mode', () => {
  const path = '/ext/bc/C/rpc'
  const one = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
  test('of 40 calls pass on the EVM endpoint, and 41 calls get one error without execution', async () => {
    let executed = 0
    const server = createServer(
      {},
      {
        mode: 'public',
        fallbackHandler: () => {
          executed++
          return '0x1'
        },
      },
    )
    const ask = async (count: number): Promise<unknown> =>
      JSON.parse(
        (await server.handle(`[${Array<string>(count).fill(one).join()}]`, {
          path,
          transport: 'http',
        })) ?? '',
      )
    expect(await ask(40)).toHaveLength(40)
    expect(executed).toBe(40)
    expect(await ask(41)).toMatchObject({ id: null, error: { code: -32600 } })
    expect(executed).toBe(40)
  })

  test.each(
    groups.flatMap(({ key, path, wsPath }) => [
      [key, 'http', path] as const,
      ...(wsPath === undefined ? [] : [[key, 'ws', wsPath] as const]),
    ]),
  )('are limited to the same size on the path of %s over %s', async (_key, transport, given) => {
    const at = given.replace('{chain}', 'C')
    const server = createServer(
      {},
      { mode: 'public', fallbackHandler: () => '0x1', resolveAt: (_at, usual) => usual },
    )
    const ask = async (count: number): Promise<unknown> => {
      const batch = `[${Array<string>(count).fill(one).join()}]`
      if (transport === 'http') return JSON.parse((await server.handle(batch, { path: at })) ?? '')
      return new Promise((resolve) => {
        const [near, far] = pair()
        server.attach(far, { path: at, transport: 'ws' })
        near.listen(eventsOf((text) => resolve(JSON.parse(text))))
        near.send(batch)
      })
    }
    expect(await ask(40)).toHaveLength(40)
    expect(await ask(41)).toMatchObject({ id: null, error: { data: { limit: 40 } } })
  })
})

describe('eth_subscribe', () => {
  test.each(modes)('fails with -32601 over HTTP, %s', async (mode) => {
    const text = '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}'
    const [answer] = await overHttp(listening[mode]?.url ?? '', '/ext/bc/C/rpc', [text])
    expect(answer?.error).toEqual({ code: -32601, message: 'notifications not supported' })
  })
})

describe('rpc.discover', () => {
  const ask = async (server: Server, path: string): Promise<Record<string, unknown>> => {
    const text = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}'
    const answer = await server.handle(text, { path, transport: 'http' })
    return (JSON.parse(answer ?? '') as { result: Record<string, unknown> }).result
  }

  test.each(groups.map(({ path, key }) => [key, path]))(
    'of %s in public mode contains no hidden name, and every reference resolves',
    async (_, path) => {
      if (!servers.public.route(path)) return
      const document = await ask(servers.public, path)
      expectResolved(document)
      const group = groups.find((one) => one.path === path)
      const hidden = (group?.methods ?? []).filter(
        ({ availability = group?.availability }) =>
          availability?.http !== 'public' && availability?.ws !== 'public',
      )
      const text = JSON.stringify(document)
      for (const { name } of hidden) {
        expect(text).not.toMatch(new RegExp(`(?<![\\w.])${name.replace('.', '\\.')}(?!\\w)`))
      }
    },
  )

  test.each(modes)('on the root path returns one document of all groups, %s', async (mode) => {
    const document = await ask(servers[mode], '/')
    expectResolved(document)
    const methods = document['methods'] as readonly { name: string; servers: { url: string }[] }[]
    const names = methods.map(({ name }) => name)
    expect(names).toContain('info.getNetworkID')
    expect(names).toContain('eth_blockNumber')
    expect(names.some((name) => name.startsWith('debug_'))).toBe(mode === 'local')
    expect(new Set(names).size).toBe(names.length)
    expect(methods.find(({ name }) => name === 'eth_blockNumber')?.servers).toEqual([
      { url: '/ext/bc/C/rpc' },
    ])
  })

  test('is available only with POST over HTTP', async () => {
    const url = listening.local?.url ?? ''
    const text = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}'
    expect((await overHttp(url, '/', [text]))[0]).toHaveProperty('result.methods')
    expect((await fetch(url)).status).toBe(404)
  })
})

function expectResolved(document: object): void {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"(#[^"]*)"/g)].map(
    ([, ref = '']) => ref,
  )
  for (const ref of new Set(refs)) {
    let at: unknown = document
    for (const part of ref.split('/').slice(1)) {
      const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
      at = (at as Record<string, unknown> | undefined)?.[name]
    }
    expect(at, ref).toBeDefined()
  }
}

describe('groups', () => {
  test('that are disabled respond like unknown paths', async () => {
    const server = createServer({}, { fallbackHandler: () => 1, disabledGroups: ['info'] })
    expect(server.route('/ext/info')).toBeUndefined()
    expect(server.route('/ext/health')).toBeDefined()
    const text = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}'
    expect(await server.handle(text)).toContain('-32601')
  })
})
