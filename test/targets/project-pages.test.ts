import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { fetchSend, readContract, runContract } from '@rpcloom/conform'
import { mockDocuments } from '@rpcloom/mock'
import type { JsonObject } from 'rpcloom/model'
import { expect, onTestFinished, test } from 'vitest'
import { putFiles } from '../temporary-folder.ts'
import { rpcloom } from '../rpcloom.ts'

const root = resolve(import.meta.dirname, '../..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')

/** Returns the files that a page shows, by name. */
function filesOf(page: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(root, 'docs/projects', page), 'utf8')
  const blocks = text.matchAll(/^```\w+ file=(\S+)\n([^]*?)^```$/gm)
  return Object.fromEntries([...blocks].map(([, name = '', content = '']) => [name, content]))
}

/** Creates a project with documents in a folder that can import the packages of the workspace. */
function projectOf(documents: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/project-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'test/documents', documents), folder, { recursive: true })
  putFiles(folder, files)
  return folder
}

/** Compiles all packages and a program with strict settings. Returns what the compiler reports. */
function compiled(folder: string, scope: string): string {
  const packages = readdirSync(join(folder, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'docs')
    .map(({ name }) => name)
  const paths = packages.flatMap((name) => [
    [`${scope}/${name}`, [`./packages/${name}/src/index.ts`]],
    [`${scope}/${name}/*`, [`./packages/${name}/src/*.ts`]],
  ])
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'esnext.disposable'],
    types: ['node'],
    module: 'nodenext',
    allowImportingTsExtensions: true,
    noEmit: true,
    // The packages that the generated ones import are checked by the build.
    skipLibCheck: true,
    paths: Object.fromEntries(paths) as object,
  }
  const include = ['use.ts', ...packages.map((name) => `packages/${name}/src`)]
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  return spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).stdout
}

/** Returns the lines of generated code with `any`. */
function anyIn(folder: string): readonly string[] {
  return readdirSync(join(folder, 'packages'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => readFileSync(join(folder, 'packages', path), 'utf8').split('\n'))
    .filter((line) => /[:<|]\s*any\b|\bas any\b/.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line))
}

/** Returns how often lint finds which codes. Documents without examples are no fault of theirs. */
async function lintOf(folder: string): Promise<readonly string[]> {
  const { stdout, stderr } = await rpcloom(folder, 'lint')
  const rows = `${stdout}${stderr}`.matchAll(/^ +(\d+) +\w+ +(RL\d+)/gm)
  const codes = [...rows].map(([, count, code]) => `${code} ${count}`)
  return codes.filter((code) => !code.startsWith('RL710')).toSorted()
}

/** Returns what mocks of the documents, each alone, do not do as their documents say. */
async function mockFailures(folder: string): Promise<readonly string[]> {
  await rpcloom(folder, 'bundle', '--out', 'bundled/')
  const failures: string[] = []
  for (const file of readdirSync(join(folder, 'bundled'))) {
    const text = readFileSync(join(folder, 'bundled', file), 'utf8')
    const document = JSON.parse(text) as JsonObject
    const mock = mockDocuments([document], { seed: 1 })
    const addressOf = (path: string): string => `http://localhost${path}`
    const send = fetchSend({ addressOf, fetch: (request) => mock.fetch(request) })
    for await (const outcome of runContract(readContract(document), { send, allowWrites: true })) {
      if (outcome.kind === 'failed')
        failures.push(`${file} ${outcome.case.method} ${JSON.stringify(outcome.findings)}`)
    }
  }
  expect(readdirSync(join(folder, 'bundled'))).not.toEqual([])
  return failures
}

test.each<[page: string, documents: string, scope: string, lint: readonly string[]]>([
  ['bitcoin-like-node.md', 'node', '@bitcoin', []],
  ['relay.md', 'relay', '@relay', []],
  ['wallet.md', 'wallet', '@wallet', ['RL110 4']],
  ['editor-protocol.md', 'editor', '@editor', ['RL203 2']],
])(
  'docs/projects/%s',
  async (page, documents, scope, lint) => {
    const folder = projectOf(documents, filesOf(page))
    const { code, stderr } = await rpcloom(folder, 'generate')
    expect([code, stderr.split('\n').filter((line) => line.startsWith('error'))]).toEqual([0, []])
    expect(compiled(folder, scope)).toBe('')
    expect(anyIn(folder)).toEqual([])
    expect(await lintOf(folder)).toEqual(lint)
    expect(await mockFailures(folder)).toEqual([])
  },
  60_000,
)

test('documents in the styles of NEAR, Codex and Core Lightning', async () => {
  const config = {
    inputs: ['*.openrpc.yaml'],
    out: 'packages',
    scope: '@others',
    targets: Object.fromEntries(
      ['types', 'client', 'server', 'mock', 'query', 'docs', 'cli'].map((name) => [name, {}]),
    ),
  }
  const folder = projectOf('others', {
    'rpcloom.config.json': JSON.stringify(config),
    'use.ts': `
import { createClient, http } from '@others/client'
import { createPeer, pair } from '@others/client/peer'

const { near, lightning } = createClient({ transport: http('http://127.0.0.1:1') })
const account = await near.query({ request_type: 'view_account', account_id: 'a', finality: 'final' })
const amount: bigint | undefined = 'amount' in account ? account.amount : undefined
const { amount_msat: paid } = await lightning.pay('lnbc1', 5n)
const sum: bigint = paid + (amount ?? 0n)
const peer = createPeer({
  channel: pair()[0],
  handlers: {
    codex: {
      item: { tool: { call: ({ tool }) => ({ success: true, contentItems: [{ type: 'inputText', text: tool }] }) } },
      turn: { completed: ({ threadId }) => console.log(threadId) },
      ping: () => ({}),
    },
    lightning: { connect: ({ id }) => console.log(id) },
  },
})
const { threadId } = await peer.codex.thread.start({ sandbox: 'read-only' })
console.log(sum, threadId)
`,
  })
  const { code, stderr } = await rpcloom(folder, 'generate')
  expect([code, stderr.split('\n').filter((line) => line.startsWith('error'))]).toEqual([0, []])
  expect(compiled(folder, '@others')).toBe('')
  expect(anyIn(folder)).toEqual([])
  expect(await lintOf(folder)).toEqual(['RL750 1'])
  expect(await mockFailures(folder)).toEqual([])
}, 60_000)
