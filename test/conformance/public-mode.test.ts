import { createServer, groups, type Listening, type ServerOptions } from '@native-node/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documents } from '../project/openrpc/files.ts'
import { described, exampleHandlers, member, pairings, post, requestText } from './service.ts'
import type { Described, Json } from './service.ts'

type Mode = 'local' | 'public'
const modes: readonly Mode[] = ['local', 'public']
const nodes = new Map<Mode | 'default', Listening>()

beforeAll(async () => {
  const start = async (options: ServerOptions): Promise<Listening> =>
    createServer(exampleHandlers(), options).listen()
  for (const mode of modes) nodes.set(mode, await start({ mode, enabled: () => true }))
  nodes.set('default', await start({}))
})
afterAll(async () => {
  for (const node of nodes.values()) await node.close()
})

function url(mode: Mode | 'default', path: string): string {
  return `${nodes.get(mode)?.url}${path}`
}

/** Returns the availability of a method on a transport. The method overrides the document. */
function reachOf({ found }: Described, transport: 'http' | 'ws' = 'http'): string {
  const document = new Map(documents).get(found.file)
  const declared: Json | undefined =
    member(found.value, 'x-availability') ?? document?.['x-availability']
  const reach = typeof declared === 'string' ? declared : member(declared, transport)
  return typeof reach === 'string' ? reach : 'public'
}

function isOffered(entry: Described, mode: Mode, transport: 'http' | 'ws' = 'http'): boolean {
  const reach = reachOf(entry, transport)
  return reach === 'public' || (reach === 'node-local' && mode === 'local')
}

const cases = modes.flatMap((mode) =>
  described.map((entry) => [mode, entry.method.name, entry] as const),
)

test('both kinds of methods are in the table', () => {
  const reaches = new Set(described.map((entry) => reachOf(entry)))
  expect(reaches).toEqual(new Set(['public', 'node-local', 'absent']))
})

test.each(cases)('%s: %s', async (mode, name, entry) => {
  const { group, method } = entry
  const pairing = pairings.find((candidate) => candidate.method === method)
  const params = method.structure === 'by-position' ? pairing?.positional : pairing?.params
  const address = url(mode, group.path)
  const answer = await post(address, requestText(name, params, 3))
  if (isOffered(entry, mode)) {
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ id: 3 })
    expect(answer.json).toHaveProperty('result')
    return
  }
  // A subscription that only the WebSocket offers has a different error than an unknown method.
  if (method.subscription && isOffered(entry, mode, 'ws')) {
    const error = { code: -32601, message: 'notifications not supported' }
    expect(answer).toMatchObject({ status: 200, json: { id: 3, error } })
    return
  }
  // The same bytes as for an unknown method, except for the values of the request.
  const unknown = await post(address, requestText('unknown', params, 3))
  expect(answer).toEqual(unknown)
  // Even invalid params do not reveal that the method exists.
  expect(await post(address, requestText(name, { no: 'such param' }, 3))).toEqual(unknown)
  const isHidden = !described.some(
    (other) => other.group.path === group.path && isOffered(other, mode),
  )
  if (isHidden) expect(answer.status).toBe(404)
  else expect(answer.json).toMatchObject({ error: { code: -32601 } })
})

describe('a hidden group has the same response as an unknown path', () => {
  const hidden = groups.filter(
    ({ path }) =>
      !described.some((entry) => entry.group.path === path && isOffered(entry, 'public')),
  )

  test('hidden groups exist', () => {
    expect(hidden.map(({ key }) => key)).toEqual(expect.arrayContaining(['health', 'keystore']))
  })

  test.each(hidden.map((group) => [group.key, group] as const))('%s', async (_key, group) => {
    const nowhere = await fetch(url('public', '/no/such/path'))
    const want = [nowhere.status, await nowhere.text()]
    expect(want[0]).toBe(404)
    for (const path of [group.path, ...routePaths(group)]) {
      for (const verb of ['GET', 'POST', 'PUT']) {
        const response = await fetch(url('public', path), { method: verb })
        expect([response.status, await response.text()], `${verb} ${path}`).toEqual(want)
      }
    }
  })

  test.each(hidden.flatMap(routePaths))('GET %s is served in local mode', async (path) => {
    const response = await fetch(url('local', path))
    expect([200, 503]).toContain(response.status)
  })

  test('rpc.discover of a public server lists no hidden method', async () => {
    for (const group of groups.filter((one) => !hidden.includes(one))) {
      const { json } = await post(url('public', group.path), requestText('rpc.discover'))
      const { methods } = (json as { result: { methods: { name: string }[] } }).result
      const offered = described.filter(
        (entry) => entry.group.path === group.path && isOffered(entry, 'public'),
      )
      expect(methods.map(({ name }) => name)).toEqual(offered.map(({ method }) => method.name))
    }
  })
})

describe('methods enabled by a setting are off by default if the document says so', () => {
  const off = described.filter(({ found }) => {
    const own = member(found.value, 'x-enabled-by')
    const all = member(new Map(documents).get(found.file), 'x-enabled-by')
    return [own, all].some((setting) => member(setting, 'default') === false)
  })

  test.each(off.map((entry) => [entry.method.name, entry] as const))('%s', async (name, entry) => {
    const address = url('default', entry.group.path)
    const answer = await post(address, requestText(name, entry.method.order.length > 0 ? {} : []))
    expect(answer).toEqual(await post(address, requestText('unknown')))
  })

  test('the document has hidden methods', () => {
    expect(off.length).toBeGreaterThan(0)
  })
})

function routePaths({ methods }: (typeof groups)[number]): readonly string[] {
  return methods.flatMap(({ routes = {} }) => Object.values(routes).flatMap(({ paths }) => paths))
}
