import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { targets } from '@rpcloom/templates'
import { expect, onTestFinished, test } from 'vitest'
import type { JsonObject } from 'rpcloom/model'
import { checkConfig } from 'rpcloom/run'
import { withImported } from '../../generator/src/engine/imported-targets.ts'
import { runTargets } from '../../generator/src/engine/run-targets.ts'
import { answering, build, documentOf } from '../model/documents.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type Compiler, compileFolder } from './emitted.ts'

const quantity = { type: 'string', pattern: '^0x(0|[1-9a-f][0-9a-f]*)$', format: 'hex-quantity' }
const document = documentOf([answering('chainId', quantity)])

const options = {
  target: 'es2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  types: [],
  rootDir: 'src',
  outDir: 'dist',
}

/** Starts a server that responds to every request with `0x10`. */
async function start(): Promise<string> {
  const server: Server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      const { id }: { readonly id: number } = JSON.parse(text)
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x10' }))
    })
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function standalone(of: JsonObject = document): Promise<Readonly<Record<string, string>>> {
  const checked = checkConfig('c.json', {
    inputs: ['a.json'],
    out: 'src',
    scope: '@test',
    targets: { client: { standalone: true } },
  })
  if (checked.kind !== 'config') throw new Error(JSON.stringify(checked.findings))
  // The types package is not a separate target.
  expect(Object.keys(withImported(checked.config, targets).targets)).toEqual(['client'])
  const { api } = build(of)
  const client = targets.filter(({ name }) => name === 'client')
  const project = { root: '.', config: checked.config, targets }
  const { committed } = await runTargets(api, client, project)
  return Object.fromEntries(committed.map(({ path, text }) => [`src/${path}`, text]))
}

/** Compiling with 5.9 as well takes seconds, so only the long form does. */
const compilers: readonly [Compiler, string, string][] = [
  ['7.0', 'nodenext', 'nodenext'],
  ...(process.env['RPCLOOM_LONG'] === '1'
    ? [['5.9', 'esnext', 'bundler'] satisfies [Compiler, string, string]]
    : []),
]

test.each(compilers)(
  'standalone files compile with TypeScript %s and module %s, and run in a package without dependencies',
  { timeout: 120_000 },
  async (compiler, module, moduleResolution) => {
    const root = temporaryFolder({
      ...(await standalone()),
      'package.json': '{ "type": "module" }',
      'src/main.ts': [
        "import { createClient, http } from './client/index.js'",
        'export function read(url: string): Promise<bigint> {',
        '  return createClient({ transport: http(url) }).test.chainId()',
        '}',
      ].join('\n'),
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...options, module, moduleResolution, lib: ['es2023', 'dom'] },
      }),
    })
    compileFolder(root, compiler)
    const { read } = (await import(pathToFileURL(join(root, 'dist/main.js')).href)) as {
      readonly read: (url: string) => Promise<unknown>
    }
    expect(await read(await start())).toBe(16n)
  },
)

test('standalone files of a document with methods of the client have a peer', async () => {
  const asked = { ...answering('ask', quantity), 'x-implemented-by': ['client'] }
  const root = temporaryFolder({
    ...(await standalone(documentOf([answering('chainId', quantity), asked]))),
    'package.json': '{ "type": "module" }',
    'src/main.ts': [
      "import { createPeer, pair } from './client/peer.js'",
      'export async function call(): Promise<readonly string[]> {',
      '  const [here, there] = pair()',
      '  const texts: string[] = []',
      "  there.listen({ text: (text = '') => void texts.push(text), drain() {}, alive() {}, end() {} })",
      '  const peer = createPeer({ channel: here, handlers: { ask: () => 16n } })',
      `  there.send('{"jsonrpc":"2.0","id":1,"method":"ask"}')`,
      '  while (texts.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))',
      '  await peer.close()',
      '  return texts',
      '}',
    ].join('\n'),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { ...options, module: 'nodenext', lib: ['es2023', 'dom'] },
    }),
  })
  compileFolder(root, '7.0')
  const { call } = (await import(pathToFileURL(join(root, 'dist/main.js')).href)) as {
    readonly call: () => Promise<unknown>
  }
  expect(await call()).toEqual(['{"jsonrpc":"2.0","id":1,"result":"0x10"}'])
}, 60_000)

test('standalone files import no package', async () => {
  const files = await standalone()
  const code = Object.entries(files).filter(([path]) => path.endsWith('.ts'))
  const specifiers = code.flatMap(([, text]) =>
    [...text.matchAll(/^(?:import|export|\}) .*from '([^']*)'|import\('([^']*)'\)/gm)].map(
      ([, from, dynamic]) => from ?? dynamic ?? '',
    ),
  )
  expect(specifiers.length).toBeGreaterThan(100)
  expect(specifiers.filter((specifier) => !/^\.{1,2}\/.*\.js$/.test(specifier))).toEqual([])
  expect(Object.keys(files)).toContain('src/client/rpc/LICENSE')
  expect(Object.keys(files).filter((path) => path.endsWith('package.json'))).toEqual([])
})
