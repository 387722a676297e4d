import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fetchSend, readContract, runContract } from '@rpcloom/conform'
import { mockDocuments } from '@rpcloom/mock'
import { build } from 'esbuild'
import type { JsonObject } from 'rpcloom/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putFiles } from '../temporary-folder.ts'
import { type Outcome, rpcloom } from '../rpcloom.ts'

const root = resolve(import.meta.dirname, '../..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const targets = ['types', 'client', 'server', 'mock', 'query', 'docs', 'cli']

interface Project {
  /** The folder in test/documents. */
  readonly name: string
  readonly scope: string
  readonly files: Readonly<Record<string, string>>
  /** What lint reports, except documents without examples. */
  readonly lint: readonly string[]
  /** The module from which the program takes the address of its server, as `url`. Without it, it calls no server. */
  readonly server?: string
  /** What the program prints. */
  readonly prints: RegExp
}

/** Returns the files that a page shows, by name. */
function filesOf(page: string): Readonly<Record<string, string>> {
  const markdown = readFileSync(join(root, 'docs/projects', page), 'utf8')
  const blocks = markdown.matchAll(/^```\w+ file=(\S+)\n([^]*?)^```$/gm)
  return Object.fromEntries([...blocks].map(([, name = '', content = '']) => [name, content]))
}

const mockOf = (scope: string): string => `
import { createMock } from '${scope}/mock'
export const { url } = await createMock({ seed: 1 }).listen()
`

/** A node that wrote another cookie when it started, after the program had read the former one. */
const nodeWithCookie = `
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createMock } from '@bitcoin/mock'

writeFileSync('.cookie', '__cookie__:former')
const mock = createMock({ seed: 1 })
const { url: address } = await mock.listen()
const server = createServer(async (request, response) => {
  const [, credentials = ''] = request.headers.authorization?.split(' ') ?? []
  if (atob(credentials) !== '__cookie__:current') {
    writeFileSync('.cookie', '__cookie__:current')
    response.writeHead(401).end()
    return
  }
  console.log(request.url)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(address + request.url, { method: 'POST', headers, body: await text(request) })
  response.writeHead(200, headers).end(await answer.text())
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
export const url = \`http://127.0.0.1:\${(server.address() as AddressInfo).port}\`
`

const projects: readonly Project[] = [
  {
    name: 'node',
    scope: '@bitcoin',
    files: filesOf('bitcoin-like-node.md'),
    lint: [],
    server: nodeWithCookie,
    prints:
      /^(?:\/wallet\/main\n){2}(?:\/wallet\/savings\n)(?:\/wallet\/main\n)[0-9a-fA-F]* (?:\d+n|undefined) \d{4}-\d\d-\d\dT/,
  },
  {
    name: 'relay',
    scope: '@relay',
    files: filesOf('relay.md'),
    lint: [],
    server: mockOf('@relay'),
    prints: /^(?:295n \d+n \d+\n)?not supported\n$/,
  },
  {
    name: 'wallet',
    scope: '@wallet',
    files: filesOf('wallet.md'),
    lint: ['RL110 4'],
    server: mockOf('@wallet'),
    prints: /^\S+ \S+\n.+\n$/,
  },
  {
    name: 'editor',
    scope: '@editor',
    files: filesOf('editor-protocol.md'),
    lint: ['RL203 2'],
    prints: /^GREET \[\]\n$/,
  },
  {
    name: 'others',
    scope: '@others',
    files: {
      'rpcloom.config.json': JSON.stringify({
        inputs: ['*.openrpc.yaml'],
        out: 'packages',
        scope: '@others',
        targets: Object.fromEntries(targets.map((name) => [name, {}])),
      }),
      'use.ts': `
import { createClient, http } from '@others/client'
import { createPeer, pair } from '@others/client/peer'
import { createServer } from '@others/server'

const { near, lightning } = createClient({ transport: http('http://127.0.0.1:1') })
const account = await near.query({ request_type: 'view_account', account_id: 'a', finality: 'final' })
const amount: bigint | undefined = 'amount' in account ? account.amount : undefined
const { amount_msat: paid } = await lightning.pay('lnbc1', 5n)
const sum: bigint = paid + (amount ?? 0n)
console.log(paid > 0n, sum >= paid)

const [editorEnd, agentEnd] = pair()
const server = createServer({
  codex: {
    ping: () => ({}),
    thread: {
      async start({ sandbox }, ctx) {
        const { success } = await ctx.client.codex.item.tool.call({ tool: 'read', arguments: { sandbox } })
        await ctx.client.codex.turn.completed({ threadId: 'first' })
        return { threadId: success ? 'first' : 'none' }
      },
    },
  },
  lightning: {
    connect: ({ id }) => ({ id, direction: 'in' }),
  },
  copilot: {
    models: { list: ({ gitHubToken }) => ({ models: [{ id: gitHubToken ?? 'default' }] }) },
    session: {
      async send({ sessionId, prompt }, ctx) {
        const { content } = await ctx.client.copilot.sessionFs.readFile({ sessionId, path: prompt })
        const fault = await ctx.client.copilot.sessionFs.writeFile({ sessionId, path: prompt, content })
        return { messageId: fault?.code ?? content }
      },
      suspend: () => null,
    },
  },
})
server.attach(agentEnd)
const peer = createPeer({
  channel: editorEnd,
  handlers: {
    codex: {
      item: {
        tool: { call: ({ tool }) => ({ success: true, contentItems: [{ type: 'inputText', text: tool }] }) },
      },
      turn: { completed: ({ threadId }) => console.log(threadId) },
      ping: () => ({}),
    },
    lightning: { connect: ({ id }) => console.log(id) },
    copilot: {
      sessionFs: {
        readFile: ({ path }) => ({ content: path.toUpperCase() }),
        writeFile: ({ path }) => (path === 'full' ? { code: 'UNKNOWN' } : undefined),
      },
    },
  },
})
const { threadId } = await peer.codex.thread.start({ sandbox: 'read-only' })
const { direction } = await peer.lightning.connect('02'.padEnd(66, '0'))
console.log(threadId, direction, (await peer.copilot.models.list()).models)
console.log(await peer.copilot.session.suspend({ sessionId: 's' }))
for (const prompt of ['full', 'hello'])
  console.log(await peer.copilot.session.send({ sessionId: 's', prompt }))
`,
    },
    lint: ['RL750 1'],
    server: mockOf('@others'),
    prints:
      /^true true\nfirst\nfirst in \[ \{ id: 'default' \} \]\nnull\n\{ messageId: 'UNKNOWN' \}\n\{ messageId: 'HELLO' \}\n$/,
  },
]

/** The projects are in one folder, so that they are compiled in one run. */
let folder = ''
const folderOf = ({ name }: Project): string => join(folder, name)
const generated = new Map<Project, Outcome>()
/** What the compiler reports. */
let reported = ''
/** What the programs print, by project. */
let printed: ReadonlyMap<string, string> = new Map()

beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache/projects-'))
  for (const project of projects) {
    const { name, files, server = '' } = project
    cpSync(join(root, 'test/documents', name), folderOf(project), { recursive: true })
    const program = files['use.ts']?.replace(/'http[^']*'/, 'url') ?? ''
    const own = {
      'server.ts': server,
      'run.ts': (server && `import { url } from './server.ts'\n${program}`) || program,
    }
    putFiles(folderOf(project), { ...files, ...own })
    generated.set(project, await rpcloom(folderOf(project), 'generate'))
  }
  reported = compile()
  printed = await run()
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Compiles all packages and programs with strict settings. Returns what the compiler reports. */
function compile(): string {
  const packages = projects.flatMap((project) =>
    readdirSync(join(folderOf(project), 'packages'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'docs')
      .map(({ name }) => [`${project.scope}/${name}`, `./${project.name}/packages/${name}/src`]),
  )
  const paths = packages.flatMap(([name, sources]) => [
    [name, [`${sources}/index.ts`]],
    [`${name}/*`, [`${sources}/*.ts`]],
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
    moduleDetection: 'force',
    allowImportingTsExtensions: true,
    noEmit: true,
    // The packages that the generated ones import are checked by the build.
    skipLibCheck: true,
    paths: Object.fromEntries(paths) as object,
  }
  const include = ['*/*.ts', ...packages.map(([, sources]) => sources)]
  putFiles(folder, { 'tsconfig.json': JSON.stringify({ compilerOptions, include }) })
  return spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).stdout
}

/** Runs the programs of all projects, one after another in one process. Returns what each prints. */
async function run(): Promise<ReadonlyMap<string, string>> {
  const programs = projects.map((project) => join(folderOf(project), 'run.ts'))
  const outExtension = { '.js': '.mjs' }
  const tsconfig = join(folder, 'tsconfig.json')
  const options = { bundle: true, format: 'esm', platform: 'node', packages: 'external' } as const
  await build({
    ...options,
    entryPoints: programs,
    outdir: folder,
    outbase: folder,
    outExtension,
    tsconfig,
  })
  const script = `
for (const name of process.argv.slice(1)) {
  process.chdir(\`${folder}/\${name}\`)
  console.log(\`> \${name}\`)
  await import(\`${folder}/\${name}/run.mjs\`)
}
process.exit()`
  const names = projects.map(({ name }) => name)
  const args = ['--input-type=module', '--eval', script, ...names]
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 60_000,
  })
  const outputs = `${stdout}${stderr}`.split(/^> /m).slice(1)
  return new Map(names.map((name, index) => [name, outputs[index]?.replace(`${name}\n`, '') ?? '']))
}

/** Returns the lines of generated code with `any`. */
function anyIn(project: Project): readonly string[] {
  const packages = join(folderOf(project), 'packages')
  return readdirSync(packages, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => readFileSync(join(packages, path), 'utf8').split('\n'))
    .filter((line) => /[:<|]\s*any\b|\bas any\b/.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line))
}

/** Returns how often lint finds which codes. Documents without examples are no fault of theirs. */
async function lintOf(project: Project): Promise<readonly string[]> {
  const { stdout, stderr } = await rpcloom(folderOf(project), 'lint')
  const rows = `${stdout}${stderr}`.matchAll(/^ +(\d+) +\w+ +(RL\d+)/gm)
  const codes = [...rows].map(([, count, code]) => `${code} ${count}`)
  return codes.filter((code) => !code.startsWith('RL710')).toSorted()
}

/** Returns what mocks of the documents, each alone, do not do as their documents say. */
async function mockFailures(project: Project): Promise<readonly string[]> {
  const bundled = join(folderOf(project), 'bundled')
  await rpcloom(folderOf(project), 'bundle', '--out', 'bundled/')
  const failures: string[] = []
  for (const file of readdirSync(bundled)) {
    const document = JSON.parse(readFileSync(join(bundled, file), 'utf8')) as JsonObject
    const mock = mockDocuments([document], { seed: 1 })
    const addressOf = (path: string): string => `http://localhost${path}`
    const send = fetchSend({ addressOf, fetch: (request) => mock.fetch(request) })
    for await (const outcome of runContract(readContract(document), { send, allowWrites: true })) {
      if (outcome.kind === 'failed')
        failures.push(`${file} ${outcome.case.method} ${JSON.stringify(outcome.findings)}`)
    }
  }
  expect(readdirSync(bundled)).not.toEqual([])
  return failures
}

test('all packages and programs compile', () => {
  expect(reported).toBe('')
})

describe.each(projects)('the project $name', (project) => {
  test('is generated without errors, and without `any`', () => {
    const { code, stderr = '' } = generated.get(project) ?? {}
    expect([code, stderr.split('\n').filter((line) => line.startsWith('error'))]).toEqual([0, []])
    expect(anyIn(project)).toEqual([])
  })

  test('has no findings of lint that the page does not name', async () => {
    expect(await lintOf(project)).toEqual(project.lint)
  })

  test('has mocks that do what the documents say', async () => {
    expect(await mockFailures(project)).toEqual([])
  })

  test('has a program that prints what the page says', () => {
    expect(printed.get(project.name)).toMatch(project.prints)
  })
})
