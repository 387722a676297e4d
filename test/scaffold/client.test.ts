import { buildApi, type JsonObject } from 'rpcloom/model'
import { describe, expect, test } from 'vitest'
import { documentOf, loadedFrom } from '../model/documents.ts'
import { rpcloom } from '../rpcloom.ts'
import { consumerOptions, installed } from '../targets/emitted.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { compile, workbench, type Workbench } from './workbench.ts'

const text = { type: 'string' }
const pet = { $ref: '#/components/schemas/Pet' }
const schemas = { Pet: { type: 'object', required: ['id'], properties: { id: text } } }

/** Returns a method that the client implements. */
function asked(name: string, param: JsonObject = text, more: JsonObject = {}): JsonObject {
  return {
    name,
    summary: `About ${name}`,
    paramStructure: 'by-name',
    params: [{ name: 'value', required: true, schema: param }],
    result: { name: 'r', schema: pet },
    'x-implemented-by': ['client'],
    ...more,
  }
}

const ask = { name: 'ask', params: [], result: { name: 'r', schema: text } }
const chatOf = (...methods: readonly JsonObject[]): JsonObject =>
  documentOf([ask, ...methods], schemas)
const three = [asked('confirm'), asked('window/tabs/close', pet), asked('forget', text)]

const file = 'src/groups/chat.ts'

async function fresh(...methods: readonly JsonObject[]): Promise<Workbench> {
  const bench = workbench({ 'chat.openrpc.json': chatOf(...methods) }, { target: 'client' })
  await bench.generate()
  expect(await bench.scaffold()).toMatchObject({ status: 'written', diagnostics: [] })
  return bench
}

async function findings(bench: Workbench): Promise<readonly string[]> {
  await bench.generate()
  const { diagnostics } = await bench.scaffold()
  return diagnostics.map(({ code, file: at, line }) => `${code} ${at}:${line}`)
}

describe('a project of a client', () => {
  test('compiles, and running scaffold again changes nothing', async () => {
    const bench = await fresh(...three)
    expect(compile([bench])).toEqual([])
    expect(bench.read(file)).toContain("throw notImplemented('confirm')")
    expect(bench.read(file)).not.toContain('ask')
    expect(bench.read('src/groups/chat/window-tabs.ts')).toContain('async close(')
    expect(bench.read('src/handlers.ts')).toContain('chat: new ChatClientService()')
    expect(bench.read('src/main.ts')).toContain('handlers: handlers.chat')
    const before = bench.files()
    expect(await bench.scaffold()).toMatchObject({ status: 'current', diagnostics: [], files: [] })
    expect(bench.files()).toEqual(before)
  })

  test('follows the document and keeps the code of its user', async () => {
    const bench = await fresh(...three)
    const filled = bench
      .read(file)
      .replace("throw notImplemented('confirm')", '// mine\n    return { id: params.value }')
    bench.write(file, filled)
    const changed = asked('confirm', pet, { summary: 'Changed' })
    bench.documents({
      'chat.openrpc.json': chatOf(changed, asked('choose'), asked('window/tabs/close', pet)),
    })
    expect(await findings(bench)).toEqual([expect.stringMatching(/^RL607 project\/.*chat\.ts/)])
    const after = bench.read(file)
    expect(after).toContain('// mine\n    return { id: params.value }')
    expect(after).toContain('/** Changed')
    expect(after).toContain("throw notImplemented('choose')")
    expect(after).toMatch(/\/\/ rpcloom: .*\n(.*\n)* {2}async forget\(/)
    // The user's code returns a string where the document now has an object.
    expect(compile([bench])).toMatchObject([{ path: expect.stringContaining(file) }])
    expect(await findings(bench)).toEqual([])
  })

  test('forgets types that the document no longer has', async () => {
    const bench = await fresh(asked('confirm', text), asked('choose', pet))
    const without = JSON.parse(
      JSON.stringify(chatOf(asked('confirm'))).replaceAll('Pet', 'Animal'),
    ) as JsonObject
    bench.documents({ 'chat.openrpc.json': without })
    expect(await findings(bench)).toEqual([expect.stringContaining('RL607')])
    expect(compile([bench])).toEqual([])
  })

  test('gets the class and the entry of another group', async () => {
    const bench = await fresh(asked('confirm'))
    bench.documents({ 'front.openrpc.json': documentOf([asked('draw')], schemas) })
    expect(await findings(bench)).toEqual([])
    expect(bench.read('src/handlers.ts')).toContain('front: new FrontClientService()')
    // A peer of several groups takes the handlers of all, and the program belongs to the user.
    expect(compile([bench])).toMatchObject([{ path: expect.stringContaining('src/main.ts') }])
    bench.write('src/main.ts', bench.read('src/main.ts').replace('handlers.chat', 'handlers'))
    expect(compile([bench])).toEqual([])
    bench.documents({ 'front.openrpc.json': undefined })
    expect(await findings(bench)).toEqual(['RL612 project/src/groups/front.ts:1'])
    expect(bench.read('src/handlers.ts')).not.toContain('Front')
  })

  test('has valid names for hostile ones, which a server may have too', async () => {
    const names = ['__proto__', 'constructor', 'class', 'await', 'a/b.c', "it's", '$/x', '日本']
    const own = names.map((name) => ({ ...ask, name }))
    const document = documentOf([...own, ...names.map((name) => asked(name))], schemas)
    const bench = workbench({ 'chat.openrpc.json': document }, { target: 'client' })
    await bench.generate()
    expect((await bench.scaffold()).diagnostics.filter((one) => one.severity === 'error')).toEqual(
      [],
    )
    expect(compile([bench])).toEqual([])
  })
})

test('the handlers of a project answer a server', async () => {
  const documents = { 'chat.openrpc.json': chatOf(asked('confirm'), asked('a/b', text)) }
  const bench = workbench(documents, { target: 'client', scope: '@test' })
  await bench.scaffold()
  bench.write(
    file,
    bench.read(file).replace("throw notImplemented('confirm')", 'return pet(params.value)'),
  )
  bench.write(
    file,
    `${bench.read(file)}\nfunction pet(id: string): { id: string } {\n  return { id }\n}\n`,
  )
  const { api } = buildApi(loadedFrom(documents, Object.keys(documents)), { scope: '@test' })
  const output = await installed(api, ['client', 'server'])
  output.put(
    'consumer/tsconfig.json',
    JSON.stringify({
      compilerOptions: { ...consumerOptions, rewriteRelativeImportExtensions: true },
    }),
  )
  for (const [path, source] of Object.entries(bench.files())) {
    if (/^src\/(handlers|groups)/.test(path)) output.put(`consumer/${path}`, source)
  }
  output.put(
    'consumer/run.ts',
    `
import { createPeer, pair, unfilled } from '@test/client/peer'
import { createServer } from '@test/server'
import { handlers } from './src/handlers.ts'

export async function run(): Promise<unknown> {
  const [near, far] = pair()
  const { client } = createServer({}).attach(far)
  const peer = createPeer({ channel: near, handlers: handlers.chat })
  const error = await client.a.b({ value: 'x' }).catch((error: unknown) => Object(error).code)
  const results = [await client.confirm({ value: 'rex' }), error, unfilled(handlers)]
  await peer.close()
  return results
}
`,
  )
  output.compile('consumer')
  const { run } = (await output.load('consumer/run.js')) as { run(): Promise<unknown> }
  expect(await run()).toEqual([{ id: 'rex' }, -32601, ['a/b']])
}, 60_000)

test.each([
  ['client', ask],
  ['server', asked('confirm')],
])('the command refuses documents without methods of the %s', async (side, method) => {
  const folder = temporaryFolder({ 'api.json': JSON.stringify(documentOf([method], schemas)) })
  const args = ['scaffold', side, 'project', '-i', 'api.json', '--scope', '@t']
  expect(await rpcloom(folder, ...args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('RL615'),
  })
})
