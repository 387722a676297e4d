import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { rpcloom } from '../rpcloom.ts'
import { filesBelow, temporaryFolder } from '../temporary-folder.ts'
import { type Imported, imported } from './imported.ts'
import { lspMetaModel } from './lsp-meta-model.ts'
import { isInstalled, type Packages, packagesOf } from './packages.ts'

/** The program `editor.ts`, compiled. */
interface Editor {
  stdio(child: ChildProcess, framing: string): object
  edit(channel: object, rootUri: string, file: object): Promise<object>
}

/** What `conform` reports as JSON. */
interface Report {
  readonly findings: readonly unknown[]
  readonly groups: readonly {
    readonly cases: readonly {
      readonly method: string
      readonly case: string
      readonly outcome: string
    }[]
  }[]
}

// Generated packages of the whole protocol beside programs that others wrote.

const root = resolve(import.meta.dirname, '../..')
const program = (name: string): string => join(import.meta.dirname, name)
const isLong = process.env['RPCLOOM_LONG'] === '1'
const hasNeovim = spawnSync('nvim', ['--version']).status === 0
if (!hasNeovim) console.warn('Skipped: Neovim is missing; run `apt-get install neovim`.')

describe.skipIf(!isInstalled)('the Language Server Protocol', () => {
  let packages: Packages
  let editor: Editor
  const document: Imported = isInstalled
    ? imported('lsp', lspMetaModel())
    : { methods: [], components: { schemas: {} } }
  beforeAll(async () => {
    packages = await packagesOf(document, 'lsp', ['editor', 'language-server'])
    editor = (await import(packages.program('editor'))) as Editor
  })
  afterAll(() => packages?.remove())

  test('is imported whole', () => {
    const counts: Record<string, number> = {}
    for (const { 'x-implemented-by': roles, result } of document.methods) {
      const kind = `${roles.join(' and ')}: ${result ? 'requests' : 'notifications'}`
      counts[kind] = (counts[kind] ?? 0) + 1
    }
    expect(document.methods.length).toBe(95)
    expect(counts).toEqual({
      'server: requests': 54,
      'server: notifications': 19,
      'client: requests': 15,
      'client: notifications': 5,
      'server and client: notifications': 2,
    })
  })

  test('has readable names and no any', () => {
    const files = filesBelow(join(packages.folder, 'packages')).filter((path) =>
      /\/dist\/.*\.d\.ts$/.test(path),
    )
    const texts = files.map((path) =>
      readFileSync(join(packages.folder, 'packages', path), 'utf8').replaceAll(
        /\/\*[^]*?\*\//g,
        '',
      ),
    )
    expect(files.length).toBeGreaterThan(15)
    expect(files.filter((_, index) => /\bany\b/.test(texts[index] ?? ''))).toEqual([])
    const declared = texts.join('\n').match(/^export (?:interface|type) \w*HoverParams\w*/gm)
    expect(declared).toEqual(['export type HoverParams'])
  })

  function started(...args: readonly string[]): ChildProcess {
    // The compiler reports on standard error that it was asked to exit.
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] })
    onTestFinished(() => void child.kill())
    return child
  }

  test.each([
    {
      name: 'vscode-languageserver',
      args: [program('language-server.mjs')],
      want: {
        hover: { contents: { kind: 'markdown', value: 'bold' } },
        diagnostics: [{ message: 'Opened const wrong: number = "text"' }],
        completions: ['first', 'second'],
        asked: ['style'],
        reports: [{ kind: 'report', percentage: 50 }],
        failed: { code: 7, data: { at: 'here' } },
      },
    },
    {
      name: 'typescript-go',
      args: [join(root, 'node_modules/typescript/bin/tsc'), '--lsp', '--stdio'],
      want: {
        hover: { contents: { kind: 'markdown', value: expect.stringContaining('wrong: number') } },
        diagnostics: [{ code: 2322, range: { start: { line: 0, character: 6 } } }],
        completions: [],
        asked: expect.arrayContaining(['typescript']),
        reports: [],
        failed: { code: -32600 },
      },
    },
  ])('a generated editor uses $name', async ({ name, args, want }) => {
    const folder = temporaryFolder({ 'tsconfig.json': '{}', 'a.ts': '' })
    const rootUri = pathToFileURL(folder).href
    const session = await editor.edit(editor.stdio(started(...args), 'headers'), rootUri, {
      uri: `${rootUri}/a.ts`,
      languageId: 'typescript',
      text: 'const wrong: number = "text"',
      position: { line: 0, character: 8 },
    })
    expect(session).toMatchObject({
      ...want,
      initialized: { serverInfo: { name } },
      cancelled: 'enough',
      closed: expect.stringMatching(/The process ended \(\d\)/),
    })
  })

  test('conform sends the handshake to vscode-languageserver, plays the editor and checks results', async () => {
    const at = { textDocument: { uri: 'file:///a.ts' }, position: { line: 0, character: 0 } }
    const example = (params: object, value: unknown): object => ({
      name: 'one',
      params: Object.entries(params).map(([name, given]) => ({ name, value: given as unknown })),
      result: { name: 'result', value },
    })
    const examples: Readonly<Record<string, object>> = {
      'textDocument/hover': example(at, { contents: { kind: 'markdown', value: 'bold' } }),
      'textDocument/completion': example(at, [{ label: 'first' }, { label: 'second' }]),
      'workspace/configuration': example({ items: [{ section: 'style' }] }, ['bold']),
    }
    const methods = document.methods.flatMap((method) => {
      const own = examples[method.name]
      if (own) return { ...method, 'x-effect': 'read', examples: [own] }
      return /^initialized?$/.test(method.name) ? method : []
    })
    const capabilities = { workspace: { configuration: true } }
    const initialize = { processId: null, rootUri: null, capabilities }
    const folder = temporaryFolder({
      'lsp.json': JSON.stringify({ ...document, methods }),
      'handshake.json': JSON.stringify([
        { id: 1, method: 'initialize', params: initialize },
        { method: 'initialized', params: {} },
      ]),
      // The library does not know batches.
      'skip.json': JSON.stringify([{ method: '', case: 'a batch' }]),
    })
    const command = `"${process.execPath}" "${program('language-server.mjs')}"`
    const options = ['--stdio', command, '--framing', 'headers', '--before', 'handshake.json']
    const files = ['-i', 'lsp.json', '--skip', 'skip.json']
    const run = await rpcloom(
      folder,
      'conform',
      ...options,
      ...files,
      '--gentle',
      '--format',
      'json',
    )
    const { groups, findings } = JSON.parse(run.stdout) as Report
    expect([run.code, run.stderr, findings]).toEqual([0, '', []])
    const passed = groups[0]?.cases.filter(({ outcome }) => outcome === 'passed')
    const names = passed?.map((one) => `${one.method}: ${one.case}`)
    expect(names).toEqual(
      expect.arrayContaining([
        'initialize: before the cases',
        'textDocument/hover: example: one',
        'workspace/configuration: calls of the client',
      ]),
    )
  })

  test.skipIf(!hasNeovim)('Neovim uses a generated server', async () => {
    const folder = temporaryFolder({ 'a.txt': 'hello wrong\nlast\n' })
    const env = {
      ...process.env,
      ...Object.fromEntries(
        ['CACHE', 'CONFIG', 'DATA', 'STATE'].map((name) => [`XDG_${name}_HOME`, folder]),
      ),
      FILE: join(folder, 'a.txt'),
      SERVER: JSON.stringify([process.execPath, packages.program('language-server')]),
    }
    const args = ['--headless', '--clean', '-n', '-u', program('neovim.lua')]
    const { stdout } = await promisify(execFile)('nvim', args, {
      env,
      cwd: folder,
      timeout: 60_000,
    })
    expect(JSON.parse(stdout)).toEqual({
      problems: [[0, 6, 'This is wrong']],
      hover: '**wrong**',
      completions: ['wronger', 'wrongest'],
      applied: true,
      lines: ['HELLO WRONG', 'last'],
      left: 0,
      reports: [{ token: 'mine', value: { kind: 'begin', title: 'Waiting' } }],
      messages: ['cancelled'],
      stopped: true,
    })
  })

  // Neovim does the same.
  if (isLong || !hasNeovim)
    test('vscode-jsonrpc uses a generated server', async () => {
      const { use } = await import('./vscode-client.mjs')
      expect(await use(started(packages.program('language-server')))).toEqual({
        serverInfo: { name: 'generated' },
        diagnostics: 1,
        contents: { kind: 'markdown', value: '**all**' },
        errors: [-32602, -32601, -32800],
        report: { kind: 'begin', title: 'Waiting' },
        logged: { type: 3, message: 'cancelled' },
        shutdown: null,
      })
    })
})
