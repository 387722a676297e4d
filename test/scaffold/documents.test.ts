import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { corpus, isLong } from '../corpus/folder.ts'
import { documentOf } from '../model/documents.ts'
import { compile, workbench, type Workbench } from './workbench.ts'

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

/**
 * A vitest configuration that resolves the generated packages to their sources, without
 * installation or build.
 */
const config = `const out = new URL('out', import.meta.url).pathname
export default {
  resolve: {
    alias: [
      { find: /^@t\\/(server|types)$/, replacement: out + '/$1/src/index.ts' },
      { find: /^@t\\/(server|types)\\/(.+)$/, replacement: out + '/$1/src/$2.ts' },
    ],
  },
}
`

/** Runs the tests of the scaffolded project, which start its server. */
function runTests(bench: Workbench): { readonly code: number | null; readonly printed: string } {
  bench.write('../vitest.config.mjs', config)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--root', bench.root],
    { cwd: bench.root, encoding: 'utf8' },
  )
  return { code: status, printed: stripVTControlCharacters(stdout + stderr) }
}

async function scaffolded(documents: Readonly<Record<string, JsonObject>>): Promise<Workbench> {
  const bench = workbench(documents, { allowUnresolved: true })
  await bench.generate()
  const { status } = await bench.scaffold()
  expect(status).toBe('written')
  return bench
}

test('the tests pass if two documents share a method name, and one of the methods is implemented', async () => {
  const about = (key: string, own: string): JsonObject => {
    const result = { name: 'greeting', schema: { type: 'string' } }
    const methods = ['get', own].map((name) => ({ name, params: [], result }))
    return { ...documentOf(methods), 'x-group': { key, path: `/${key}`, transports: ['http'] } }
  }
  const bench = await scaffolded({
    'a.openrpc.json': about('a', 'ping'),
    'b.openrpc.json': about('b', 'pong'),
  })
  expect(compile([bench])).toEqual([])
  expect(runTests(bench)).toMatchObject({ code: 0 })
  const stub = bench.read('src/groups/a.ts')
  bench.write('src/groups/a.ts', stub.replace("throw notImplemented('get')", "return 'hello'"))
  expect(bench.read('src/groups/a.ts')).not.toBe(stub)
  const { code, printed } = runTests(bench)
  expect(code, printed).toBe(0)
}, 120_000)

test('nested namespaces have classes of their own', async () => {
  const about = (...names: readonly string[]): JsonObject =>
    documentOf(
      names.map((name) => ({
        name,
        params: [],
        result: { name: 'r', schema: { type: 'string' } },
      })),
    )
  const bench = await scaffolded({ 'hub.openrpc.json': about('ping', 'device.port.read') })
  const filled = bench
    .read('src/groups/hub/device-port.ts')
    .replace('throw notImplemented', '// Mine.\n    throw notImplemented')
  bench.write('src/groups/hub/device-port.ts', filled)
  bench.documents({
    'hub.openrpc.json': about('ping', 'device.port.read', 'device.port.pin.set', 'device.list'),
  })
  await bench.generate()
  expect((await bench.scaffold()).status).toBe('written')
  expect(bench.read('src/groups/hub/device-port.ts')).toContain('// Mine.')
  expect(compile([bench])).toEqual([])
}, 60_000)

test('the tests pass if a document describes rpc.discover', async () => {
  const methods = ['rpc.discover', 'get'].map((name) => ({
    name,
    params: [],
    result: { name: 'value', schema: {} },
  }))
  const bench = await scaffolded({ 'a.openrpc.json': documentOf(methods) })
  const { code, printed } = runTests(bench)
  expect(code, printed).toBe(0)
}, 120_000)

/**
 * Small and large documents, with named and positional params, components and several namespaces.
 */
const sample = [
  'open-rpc__examples__petstore-by-name.json',
  'open-rpc__examples__simple-math.json',
  'tx3-lang__trp__tx3-trp.json',
]

const folder = corpus
const documents = folder === undefined ? [] : readdirSync(folder).filter(isDocument)
const chosen = isLong ? documents : documents.filter((name) => sample.includes(name))

function isDocument(name: string): boolean {
  return name.endsWith('.json')
}

if (folder === undefined) {
  test.skip('is skipped: RPCLOOM_SHARED is not a folder with a corpus', () => undefined)
} else {
  test('the sample exists', () => {
    expect(documents).toEqual(expect.arrayContaining(sample))
  })

  test.each(chosen)(
    'a server for %s compiles, starts, and passes its tests',
    async (name) => {
      const document = JSON.parse(readFileSync(join(folder, name), 'utf8')) as JsonObject
      const bench = await scaffolded({ 'api.openrpc.json': document })
      expect(compile([bench])).toEqual([])
      const { code, printed } = runTests(bench)
      expect(code, printed).toBe(0)
    },
    240_000,
  )
}
