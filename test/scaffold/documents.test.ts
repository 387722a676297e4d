import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { corpus, isLong } from '../corpus/folder.ts'
import { documentOf } from '../model/documents.ts'
import { putFiles } from '../temporary-folder.ts'
import { benchFolder, compile, workbench, type Workbench } from './workbench.ts'

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

/**
 * A vitest configuration that resolves the generated packages to their sources, without
 * installation or build.
 */
const config = `const home = new URL('.', import.meta.url).pathname
export default {
  test: { testTimeout: 60_000 },
  resolve: {
    alias: [
      { find: /^@(c\\d+)\\/(server|types)$/, replacement: home + '$1/out/$2/src/index.ts' },
      { find: /^@(c\\d+)\\/(server|types)\\/(.+)$/, replacement: home + '$1/out/$2/src/$3.ts' },
    ],
  },
}
`

/** Runs the tests of scaffolded projects, which start their servers. Returns what fails, by project. */
function failures(home: string, names: readonly string[]): Readonly<Record<string, string>> {
  putFiles(home, { 'vitest.config.mjs': config })
  const args = [vitest, 'run', '--root', home, '--reporter=json', '--outputFile=report.json']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: home, encoding: 'utf8' })
  const printed = stripVTControlCharacters(stdout + stderr)
  const report = join(home, 'report.json')
  if (!existsSync(report)) throw new Error(printed)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const results = names.map((name, index) => {
    const isMine = ({ name: path }: { readonly name: string }): boolean =>
      relative(home, path).startsWith(`c${index}${sep}`)
    return [name, testResults.filter(isMine)] as const
  })
  const failed = results.filter(
    ([, mine]) => mine.length === 0 || mine.some(({ status }) => status !== 'passed'),
  )
  return Object.fromEntries(failed.map(([name, mine]) => [name, JSON.stringify(mine)]))
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[]
}

type Documents = Readonly<Record<string, JsonObject>>

async function scaffolded(documents: Documents, home: string, index: number): Promise<Workbench> {
  const at = { home: join(home, `c${index}`), scope: `@c${index}`, allowUnresolved: true }
  const bench = workbench(documents, at)
  await bench.generate()
  const { status } = await bench.scaffold()
  expect(status).toBe('written')
  return bench
}

test('nested namespaces have classes of their own', async () => {
  const about = (...names: readonly string[]): JsonObject =>
    documentOf(
      names.map((name) => ({
        name,
        params: [],
        result: { name: 'r', schema: { type: 'string' } },
      })),
    )
  const documents = { 'hub.openrpc.json': about('ping', 'device.port.read') }
  const bench = await scaffolded(documents, benchFolder(), 0)
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
}

const result = { name: 'greeting', schema: { type: 'string' } }

function about(key: string, own: string): JsonObject {
  const methods = ['get', own].map((name) => ({ name, params: [], result }))
  return { ...documentOf(methods), 'x-group': { key, path: `/${key}`, transports: ['http'] } }
}

const sharedName: Documents = {
  'a.openrpc.json': about('a', 'ping'),
  'b.openrpc.json': about('b', 'pong'),
}
const discover = ['rpc.discover', 'get'].map((name) => ({
  name,
  params: [],
  result: { name: 'value', schema: {} },
}))

const projects: Readonly<Record<string, () => Documents>> = {
  'two documents share a method name': () => sharedName,
  'a document describes rpc.discover': () => ({ 'a.openrpc.json': documentOf(discover) }),
  ...Object.fromEntries(
    chosen.map((name) => [
      name,
      () => ({ 'api.openrpc.json': JSON.parse(readFileSync(join(folder ?? '', name), 'utf8')) }),
    ]),
  ),
}

test('servers compile, start and pass their tests', { timeout: 900_000 }, async () => {
  const home = benchFolder()
  const wrong = 'one of the methods with the same name returns a number'
  const right = 'one of the methods with the same name is implemented'
  const names = [...Object.keys(projects), wrong, right]
  const benches = await Promise.all(
    names.map((name, index) => scaffolded(projects[name]?.() ?? sharedName, home, index)),
  )
  for (const [bench, body] of [
    [benches.at(-2), 'return JSON.parse("7")'],
    [benches.at(-1), "return 'hello'"],
  ] as const) {
    const stub = bench?.read('src/groups/a.ts') ?? ''
    const filled = stub.replace("throw notImplemented('get')", body)
    expect(filled).not.toBe(stub)
    bench?.write('src/groups/a.ts', filled)
  }
  expect(compile(benches, { home })).toEqual([])
  expect(failures(home, names)).toEqual({
    [wrong]: expect.stringMatching(/contract\.test\.ts.*a: get/s),
  })
})
