import { compareDocuments, type DocumentVersion } from '@rpcloom/rpc/client'
import { http } from '@rpcloom/rpc/http'
import type { JsonObject } from 'rpcloom/model'
import { expect, onTestFinished, test } from 'vitest'
import { rpcloom } from '../rpcloom.ts'
import { build } from '../model/documents.ts'
import { emitted } from '../targets/emitted.ts'
import { benchFolder, compile, workbench } from './workbench.ts'

const discover = {
  name: 'rpc.discover',
  params: [],
  result: { name: 'OpenRPC Schema', schema: { type: 'object' } },
}
const lift = { name: 'lift', params: [], result: { name: 'r', schema: { type: 'boolean' } } }

function bridge(methods: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return { openrpc: '1.3.2', info: { title: 'Bridge', version: '2.0.0' }, methods, ...more }
}

interface Listening {
  readonly url: string
  readonly close: () => Promise<void>
}

interface ServerModule {
  readonly createServer: (handlers: JsonObject) => {
    readonly unimplemented: readonly string[]
    readonly listen: () => Promise<Listening>
  }
  readonly unfilled: (handlers: JsonObject) => readonly string[]
}

async function listening(document: JsonObject): Promise<{
  readonly url: string
  readonly unimplemented: readonly string[]
  readonly unfilled: readonly string[]
  readonly versions: Readonly<Record<string, DocumentVersion>>
}> {
  const output = await emitted(build(document).api, ['server'])
  output.compile('server')
  const module = await output.load('server/dist/index.js')
  const { createServer, unfilled } = module as unknown as ServerModule
  const handlers = { test: { lift: () => true } } as unknown as JsonObject
  const server = createServer(handlers)
  const served = await server.listen()
  onTestFinished(() => served.close())
  const { documentVersions } = await output.load('types/dist/versions.js')
  return {
    url: served.url,
    unimplemented: server.unimplemented,
    unfilled: unfilled(handlers),
    versions: documentVersions as Readonly<Record<string, DocumentVersion>>,
  }
}

const more: JsonObject = {
  externalDocs: { url: 'https://bridge.example/docs' },
  'x-area': 'eu',
  info: {
    title: 'Bridge',
    version: '2.0.0',
    description: 'About the bridge.',
    license: { name: 'MIT' },
    contact: { name: 'Ann' },
  },
}

test.each<[name: string, document: JsonObject]>([
  ['with every member of a document', bridge([lift], more)],
  ['that declares rpc.discover', bridge([discover, lift])],
])('a server returns its document at the root: %s', async (_, document) => {
  const { url, unimplemented, unfilled, versions } = await listening(document)
  expect(unimplemented).toEqual([])
  expect(unfilled).toEqual([])
  const response = await fetch(new URL('/', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"rpc.discover","params":[]}',
  })
  const { result } = (await response.json()) as { readonly result: JsonObject }
  expect(result).toMatchObject(document)
  const compared = await compareDocuments(http(url), versions)
  expect(compared).toMatchObject([{ group: 'test', status: 'same' }])
})

test('a scaffolded server has no stub of rpc.discover', async () => {
  const home = benchFolder()
  const bench = workbench({ 'bridge.openrpc.json': bridge([discover, lift]) }, { home })
  const args = ['scaffold', 'server', 'project', '-i', 'bridge.openrpc.json', '--scope', '@t']
  expect(await rpcloom(home, ...args)).toMatchObject({ code: 0, stderr: '' })
  const text = Object.values(bench.files()).join('\n')
  expect(text).toContain("throw notImplemented('lift')")
  expect(text).not.toContain("notImplemented('rpc.discover')")
})

test('a scaffolded server of a document that declares rpc.discover compiles', async () => {
  const bench = workbench({ 'bridge.openrpc.json': bridge([discover, lift]) })
  await bench.generate()
  await bench.scaffold()
  expect(compile([bench])).toEqual([])
})
