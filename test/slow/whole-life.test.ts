import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tarballs } from '../packaging/tarballs.ts'
import { putFiles } from '../temporary-folder.ts'

interface Descriptor {
  readonly name: string
}
interface Document {
  readonly methods: readonly { readonly name: string; readonly params: readonly Descriptor[] }[]
}

const runtime = ['@rpcloom/schema', '@rpcloom/rpc', '@rpcloom/mock', '@rpcloom/conform']

/**
 * The whole life cycle of an API in a folder outside of this repository, without access to its
 * node_modules.
 */
describe('from an empty folder to a call', () => {
  const top = mkdtempSync(join(tmpdir(), 'rpcloom-life-'))
  const workspace = join(top, 'tasks')
  const caller = join(top, 'caller')
  const path = 'openrpc/tasks.openrpc.json'
  let packed: ReadonlyMap<string, string> = new Map()
  beforeAll(() => {
    const names = ['schema', 'rpc', 'rpc-mock', 'rpc-conform', 'rpc-cli', 'rpc-mcp']
    packed = tarballs([...names.map((name) => `packages/${name}`), 'generator'])
  })
  afterAll(() => rmSync(top, { recursive: true, force: true }))

  const run = (cwd: string, command: string, ...args: readonly string[]): string =>
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const rpcloom = (...args: readonly string[]): string =>
    run(workspace, process.execPath, 'node_modules/rpcloom/bin/rpcloom.mjs', ...args)
  const git = (...args: readonly string[]): string =>
    run(workspace, 'git', '-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args)
  const commit = (message: string): void => {
    git('add', '--all')
    git('commit', '--quiet', '--message', message)
  }
  const file = (name: string): string => `file:${packed.get(name) ?? name}`
  const change = (
    name: string,
    how: (json: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
  ): void => {
    const json: unknown = JSON.parse(readFileSync(join(workspace, name), 'utf8'))
    writeFileSync(join(workspace, name), JSON.stringify(how(Object(json)), undefined, 2))
  }
  const npmInstall = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']

  test('rpcloom is installed, and init creates a workspace', () => {
    const names = [...runtime, '@rpcloom/cli', '@rpcloom/mcp', 'rpcloom']
    const devDependencies = Object.fromEntries(names.map((name) => [name, file(name)]))
    putFiles(workspace, { 'package.json': JSON.stringify({ private: true, devDependencies }) })
    run(workspace, 'npm', ...npmInstall)
    expect(rpcloom('init', '--scope', '@life')).toContain('Next: npm test.')
    expect(rpcloom('lint', '--deny-warnings')).toContain('No problems found')
  })

  test('the generated packages build, and their test passes', () => {
    expect(run(workspace, 'npm', 'test')).toMatch(/^# pass 1$/m)
    git('init', '--quiet')
    commit('Begin')
    git('tag', 'v0.1.0')
  })

  test('a changed document changes the packages', () => {
    const text = readFileSync(join(workspace, path), 'utf8')
    writeFileSync(join(workspace, 'before.json'), text)
    const document = JSON.parse(text) as Document
    const [get] = document.methods
    const list = { ...get, name: 'tasks.count', params: [], examples: [] }
    const result = {
      name: 'count',
      summary: 'How many.',
      schema: { type: 'integer', maximum: 100 },
    }
    const changed = { ...document, methods: [...document.methods, { ...list, result }] }
    writeFileSync(join(workspace, path), JSON.stringify(changed, undefined, 2))
    expect(() => rpcloom('generate', '--check')).toThrow()
    expect(rpcloom('generate')).toContain('Methods added (1): tasks › tasks.count')
    expect(rpcloom('diff', '--allow', 'implementers', 'before.json', path)).toContain('tasks.count')
    expect(() => rpcloom('diff', '--allow', 'implementers', path, 'before.json')).toThrow()
    run(workspace, 'npm', 'run', 'build')
  })

  test('the change requires a new version, which is released', () => {
    expect(() => rpcloom('release', '--check')).toThrow()
    rpcloom('release')
    expect(rpcloom('release', '--check')).not.toBe('')
    rpcloom('release', '--apply')
    rpcloom('generate')
    run(workspace, 'npm', 'run', 'build')
    const version: unknown = JSON.parse(
      readFileSync(join(workspace, 'rpcloom.config.json'), 'utf8'),
    )
    // A new method breaks every implementer of the server.
    expect(version).toMatchObject({ version: '0.2.0' })
    expect(readFileSync(join(workspace, 'packages/client/CHANGELOG.md'), 'utf8')).toContain(
      'tasks.count',
    )
    commit('Release')
    git('tag', 'v0.2.0')
  })

  test('a target of another package works like one of the workspace', () => {
    const example = join(import.meta.dirname, '../../examples/error-table')
    const isMade = (from: string): boolean => !/(^|\/)(dist|node_modules)$/.test(from)
    cpSync(example, join(workspace, 'tools/error-table'), { recursive: true, filter: isMade })
    change('package.json', ({ workspaces, ...rest }) => ({
      ...rest,
      workspaces: [...(workspaces as readonly string[]), 'tools/*'],
    }))
    run(workspace, 'npm', ...npmInstall)
    run(workspace, 'npm', 'run', 'build', '-w', '@example/error-table')
    change('rpcloom.config.json', ({ targets, ...rest }) => ({
      ...rest,
      targets: { ...Object(targets), 'error-table': { module: '@example/error-table' } },
    }))
    rpcloom('generate')
    const page = readFileSync(join(workspace, 'packages/error-table/errors.md'), 'utf8')
    expect(page).toMatch(/-32001 \| unknown task +\| `unknownTask` .*`tasks.get`, `tasks.finish`/)
    expect(rpcloom('generate')).toContain('Everything is up to date')
  })

  test('the packages are packed, and call each other after installation', () => {
    const names = ['types', 'client', 'server', 'mock', 'docs']
    const folders = names.map((name) => `./packages/${name}`)
    run(workspace, 'npm', 'pack', '--loglevel=error', '--pack-destination', top, ...folders)
    const own = names.map((name) => [
      `@life/${name}`,
      `file:${join(top, `life-${name}-0.2.0.tgz`)}`,
    ])
    putFiles(caller, {
      'package.json': JSON.stringify({
        type: 'module',
        dependencies: {
          ...Object.fromEntries(runtime.map((name) => [name, file(name)])),
          ...Object.fromEntries(own),
        },
      }),
      'call.mjs': calls,
    })
    // Generated packages need no third-party code at runtime, so nothing is downloaded.
    run(caller, 'npm', ...npmInstall, '--offline')
    expect(JSON.parse(run(caller, process.execPath, 'call.mjs'))).toEqual({
      served: 2,
      refused: 'unknown task',
      mocked: { id: 1, title: 'Write the document', done: false },
      page: 200,
    })
  })
})

const calls = `
import { createServer as createHttp } from 'node:http'
import { createClient, http, isRpcError } from '@life/client'
import { siteListener } from '@life/docs'
import { createMock } from '@life/mock'
import { createServer, rpcErrors } from '@life/server'

const server = createServer({
  tasks: {
    count: () => 2,
    get() {
      throw rpcErrors.tasks.unknownTask()
    },
  },
})
const { url, close } = await server.listen({ port: 0 })
const node = createClient({ transport: http(url) })
const served = await node.tasks.count()
const refused = await node.tasks.get({ id: 9 }).catch((error) => isRpcError(error) && error.message)
await close()

const mock = createMock({ seed: 1 })
const mocked = await createClient({ transport: mock.transport }).tasks.get({ id: 1 })

const site = createHttp(siteListener())
await new Promise((done) => site.listen(0, '127.0.0.1', done))
const { status: page } = await fetch(\`http://127.0.0.1:\${site.address().port}/\`)
site.close()
console.log(JSON.stringify({ served, refused, mocked, page }))
process.exit()
`
