import { buildApi, type JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { documentOf, loadedFrom } from '../model/documents.ts'
import { consumerOptions, installed } from './emitted.ts'

const text = { name: 'r', schema: { type: 'string' } }
const id = { name: 'id', required: true, schema: { type: 'string' } }

const method = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  params: [id],
  result: text,
  ...more,
})

const pagination = {
  cursor: { param: 'from', result: 'next' },
  items: 'items',
  end: 'empty-page',
}

const paged = {
  paramStructure: 'by-name',
  params: [{ name: 'from', schema: { type: 'string' } }],
  result: {
    name: 'r',
    schema: {
      type: 'object',
      required: ['items', 'next'],
      properties: {
        items: { type: 'array', items: { type: 'string' } },
        next: { type: 'string' },
      },
    },
  },
  'x-pagination': pagination,
}

/** Method names, and the members of client, handlers and mock. */
const names: readonly (readonly [name: string, path: string])[] = [
  ['ping', 'ping'],
  ['device.list', 'device.list'],
  ['device.interface.read', 'device.interface.read'],
  ['device.interface.port/open', 'device.interface.port.open'],
  ['device-a.b.c.d.e', 'deviceA.b.c.d.e'],
  ['a.b', 'a.aB'],
  ['a.b.c', 'a.b.aBC'],
  ['a.bC.d', 'a.bC.d'],
  ['a.b.c.d', 'a.b.c.d'],
  ['a.call.b', 'a.call.b'],
  ['a.name', 'a.aName'],
  ['a.name.length', 'a.name.length'],
  ['net.name', 'net.name'],
  ['a.constructor.x', 'a.constructorMethods.x'],
  ['a.then', 'a.thenMethod'],
  ['__proto__.toString.valueOf', 'proto.toStringMethods.valueOfMethod'],
  ['.lead', 'lead'],
  ['trail.', 'trail'],
  ['x..y', 'x.y'],
  ['x.y.', 'x.xY'],
]

test('namespaces are nested at any depth', async () => {
  const methods = [...names.map(([name]) => method(name)), method('deep.er.all', paged)]
  const { api, diagnostics } = buildApi(loadedFrom({ 'hub.json': documentOf(methods) }), {
    scope: '@test',
  })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const found = api.groups[0]?.methods.map(({ name, namespace, member }) => [
    name,
    namespace === '' ? member : `${namespace}.${member}`,
  ])
  expect(found).toEqual([...names, ['deep.er.all', 'deep.er.all']])

  const output = await installed(api, ['client', 'server', 'mock'])
  output.put('consumer/tsconfig.json', JSON.stringify({ compilerOptions: consumerOptions }))
  output.put('consumer/run.ts', consumer)
  output.compile('consumer')
  const { run } = await output.load('consumer/run.js')
  const results: unknown = typeof run === 'function' ? await run() : undefined
  expect(results).toEqual({
    served: names.map(([name]) => `${name} of 1`),
    items: ['one', 'two'],
    unimplemented: [],
    mocked: names.map(([, path]) => `mock of ${path}`),
    calls: names.map(() => 1),
  })
}, 60_000)

/** Prints nested handlers, as a user would write them. */
function handlersText(
  entries: readonly (readonly [path: readonly string[], code: string])[],
): string {
  const keys = [...new Set(entries.map(([[key = '']]) => key))]
  const members = keys.map((key) => {
    const inner = entries.filter(([[first]]) => first === key)
    const [only] = inner
    if (only?.[0].length === 1) return `${key}: ${only[1]}`
    return `${key}: ${handlersText(inner.map(([path, code]) => [path.slice(1), code]))}`
  })
  return `{ ${members.join(', ')} }`
}

/** Code of a user. The compiler checks it against the generated types. */
const consumer = `
import { createClient } from '@test/client'
import { createServer, type Handlers } from '@test/server'
import { createMock } from '@test/mock'
import { memory } from '@rpcloom/rpc/client'

const pages: Readonly<Record<string, readonly string[]>> = { '': ['one'], 1: ['two'] }
const handlers: Handlers = { hub: ${handlersText([
  ...names.map(
    ([name, path]) =>
      [
        path.split('.'),
        `({ id }: { id: string }) => ${JSON.stringify(`${name} of `)} + id`,
      ] as const,
  ),
  [
    ['deep', 'er', 'all'],
    `({ from = '' }: { from?: string }) => ({ items: pages[from] ?? [], next: from + '1' })`,
  ] as const,
])} }

export async function run(): Promise<unknown> {
  const server = createServer(handlers)
  const client = createClient({ transport: memory(server) })
  const mock = createMock({ seed: 1 })
  const mocked = createClient({ transport: mock.transport })
  const items: string[] = []
  for await (const item of client.hub.deep.er.all.items({})) items.push(item)
${names.map(([, path]) => `  mock.hub.${path}.returns('mock of ${path}')`).join('\n')}
  // @ts-expect-error deep.er has no such method
  void (() => client.hub.deep.er.none())
  return {
    served: [${names.map(([, path]) => `await client.hub.${path}('1')`).join(', ')}],
    items,
    unimplemented: server.unimplemented,
    mocked: [${names.map(([, path]) => `await mocked.${path}('1')`).join(', ')}],
    calls: [${names.map(([name]) => `mock.calls(${JSON.stringify(name)}).length`).join(', ')}],
  }
}
`
