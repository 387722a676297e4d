import { type ChildProcess, spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mockDocuments } from '@rpcloom/mock'
import { listen } from '@rpcloom/rpc/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { versionOfDocuments } from '../../generator/src/cli/docs-versions.ts'
import { rpcloom } from '../rpcloom.ts'
import { putFiles } from '../temporary-folder.ts'

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

const document = {
  openrpc: '1.3.2',
  info: { title: 'Pets', version: '1.0.0' },
  methods: [{ name: 'pets.get', params: [], result: { name: 'pet', schema: { type: 'string' } } }],
}
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rpcloom-'))
  putFiles(folder, { 'pets.json': JSON.stringify(document) })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Running {
  readonly url: string
  readonly child: ChildProcess
}

/** Starts the command, which prints its URL. */
async function serve(...args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [bin, 'docs', ...args], { cwd: folder })
  const printed = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => resolve(text.toString()))
    child.stderr.on('data', (text: Buffer) => reject(new Error(text.toString())))
  })
  return { url: /http:\S+/.exec(printed)?.[0] ?? printed, child }
}

describe('the docs of a document', () => {
  let running: Running
  beforeAll(async () => void (running = await serve('pets.json')))
  afterAll(() => void running.child.kill())
  const get = (path: string, options?: RequestInit) =>
    fetch(running.url + path, { headers: { accept: 'text/html' }, ...options })

  test.each([
    ['', 200, 'text/html', '<h1>Pets</h1>'],
    ['pets/get-method.html', 200, 'text/html', 'pets.get'],
    ['pets/get-method.md', 200, 'text/markdown', 'pets.get'],
    ['pets/', 200, 'text/html', 'Pets'],
    ['assets/site.js', 200, 'text/javascript', ''],
    ['openrpc/pets.json', 200, 'application/json', '"pets.get"'],
    ['pets/nothing.html', 404, 'text/html', 'href="../assets/style.css"'],
    ['../package.json', 404, 'text/html', ''],
    ['%E0', 404, 'text/html', ''],
  ])('GET /%s responds with %i', async (path, status, type, text) => {
    const response = await get(path)
    const body = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      `${type}; charset=utf-8`,
    ])
    expect(body).toContain(text)
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  test('have no name of a package that does not exist, and no samples of its client', async () => {
    const page = await (await get('pets/get-method.html')).text()
    expect(page).toContain('<span>rpcloom docs ')
    expect(page).not.toMatch(/@docs|createClient/)
  })

  test('are for this machine only, and for reading', async () => {
    expect((await get('', { method: 'POST' })).status).toBe(405)
    const { port } = new URL(running.url)
    const status = await new Promise((resolve) => {
      const sent = request({ port, host: '127.0.0.1', headers: { host: 'evil.example' } })
      sent.on('response', (response) => resolve(response.statusCode)).end()
    })
    expect(status).toBe(421)
  })

  test('are not written', () => {
    expect(readdirSync(folder)).toEqual(['pets.json'])
  })
})

test('the docs of a running server are made of its rpc.discover', async () => {
  const server = await listen(mockDocuments([document]).server, { port: 0 })
  const { url, child } = await serve(server.url)
  const page = await (await fetch(`${url}llms.txt`)).text()
  const closed = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGINT')
  expect([page.includes('pets.get'), await closed]).toEqual([true, 0])
  await server.close()
})

test.each([
  [['none.json'], 'RL004'],
  [['http://127.0.0.1:1/rpc'], 'RL1'],
  [['pets.json', '--port', 'x'], 'RL030 --port must be'],
  [['pets.json', '-i', 'pets.json'], 'RL030 A URL or file cannot be combined'],
  [['a', 'b'], 'RL030 `docs` takes at most one'],
])('wrong use is reported: %j', async (args, message) => {
  const { code, stdout, stderr } = await rpcloom(folder, 'docs', ...args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(message)
})

describe('docs build', () => {
  const build = (...args: readonly string[]) => rpcloom(folder, 'docs', 'build', ...args)
  const read = (path: string): string => readFileSync(join(folder, 'public', path), 'utf8')

  test('writes versions beside each other, with the same addresses and a switch', async () => {
    const next = {
      ...document,
      methods: [...document.methods, { ...document.methods[0], name: 'pets.list' }],
    }
    putFiles(folder, { 'next/pets.json': JSON.stringify(next) })
    for (const [file, version] of [
      ['pets.json', '1.9.0'],
      ['next/pets.json', '1.10.0'],
      ['next/pets.json', '1.10.0-beta.1'],
    ] as const) {
      const since = file === 'next/pets.json' ? ['--since', 'pets.json'] : []
      const args = [file, '--out', 'public', '--version', version, ...since]
      expect((await build(...args)).code).toBe(0)
    }
    expect(read('versions.js')).toBe('window.docsVersions = ["1.10.0","1.10.0-beta.1","1.9.0"]\n')
    expect(read('index.html')).toContain('url=1.10.0/index.html')
    for (const version of ['1.9.0', '1.10.0']) {
      expect(read(`${version}/pets/get-method.html`)).toContain(
        '<span class="bar-version" data-version>',
      )
      expect(read(`${version}/assets/versions.js`)).toContain('../versions.js')
    }
    expect(read('1.10.0/changes.html')).toContain('pets.list')
    // Each version lists the changes since every earlier one in the same folder.
    const since = /^## Since 1\.9\.0\n[^]*pets\.list/m
    expect(read('1.10.0/changes.md')).toMatch(since)
    expect(read('1.10.0-beta.1/changes.md')).toMatch(since)
    expect(read('1.9.0/index.html')).not.toContain('changes.html')
  })

  test('names the later versions whose page of changes does not list a version', async () => {
    const late = ['pets.json', '--out', 'public', '--version', '1.9.5']
    const { code, stderr } = await build(...late)
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('Build 1.10.0, 1.10.0-beta.1 again to list the changes since 1.9.5'),
    ])
    await build('next/pets.json', '--out', 'public', '--version', '1.10.0')
    expect(read('1.10.0/changes.md')).toMatch(/^## Since 1\.9\.5\n[^]*## Since 1\.9\.0\n/m)
  })

  test('removes the pages of methods that are gone, and no other files', async () => {
    const args = ['--out', 'again', '--version', '1.0.0'] as const
    await build('next/pets.json', ...args)
    const at = (path: string): string => join(folder, 'again/1.0.0', path)
    putFiles(folder, { 'again/1.0.0/pets/own.html': 'own', 'outside.html': 'outside' })
    // A list that someone edited must not lead to other folders.
    appendFileSync(at('files.txt'), '../../outside.html\n')
    expect(existsSync(at('pets/list.html'))).toBe(true)
    await build('pets.json', ...args)
    const gone = ['pets/list.html', 'pets/list.md', 'openrpc/pets/list.json']
    expect(gone.filter((path) => existsSync(at(path)))).toEqual([])
    expect(existsSync(at('pets/get-method.html'))).toBe(true)
    expect(readFileSync(at('pets/own.html'), 'utf8')).toBe('own')
    expect(existsSync(join(folder, 'outside.html'))).toBe(true)
  })

  // A disk that ignores case finds a file by several names, too.
  test('keeps a page that has another name of the same file', async () => {
    const args = ['--out', 'renamed', '--version', '1.0.0'] as const
    const renamed = { ...document, info: { ...document.info, title: 'Dogs' } }
    putFiles(folder, { 'dogs.json': JSON.stringify(renamed) })
    await build('pets.json', ...args)
    symlinkSync('pets', join(folder, 'renamed/1.0.0/dogs'), 'junction')
    expect((await build('dogs.json', ...args)).code).toBe(0)
    expect(existsSync(join(folder, 'renamed/1.0.0/dogs/get-method.html'))).toBe(true)
  })

  test.each(['pets.json', 'next/pets.json'])(
    'writes and removes nothing through a link that leads out of the version: %s',
    async (file) => {
      const out = mkdtempSync(join(folder, 'linked-'))
      const at = (path: string): string => join(out, path)
      const args = ['--out', at('public'), '--version', '1.0.0'] as const
      await build('next/pets.json', ...args)
      renameSync(at('public/1.0.0/openrpc'), at('shared'))
      symlinkSync(at('shared'), at('public/1.0.0/openrpc'), 'junction')
      writeFileSync(at('shared/pets.json'), 'shared')
      const { code, stderr } = await build(file, ...args)
      expect([code, stderr]).toEqual([2, expect.stringContaining('RL403')])
      expect(readFileSync(at('shared/pets.json'), 'utf8')).toBe('shared')
      expect(existsSync(at('shared/pets/list.json'))).toBe(true)
    },
  )

  test('replaces a link, and does not write to its target', async () => {
    const out = mkdtempSync(join(folder, 'linked-'))
    const args = ['--out', join(out, 'public'), '--version', '1.0.0'] as const
    const page = join(out, 'public/1.0.0/index.html')
    await build('pets.json', ...args)
    rmSync(page)
    writeFileSync(join(out, 'shared.html'), 'shared')
    symlinkSync(join(out, 'shared.html'), page)
    expect((await build('pets.json', ...args)).code).toBe(0)
    expect(readFileSync(join(out, 'shared.html'), 'utf8')).toBe('shared')
    expect(readFileSync(page, 'utf8')).toContain('Pets')
  })

  test.each([
    [['1.0.0'], ['--version', '3'], '3'],
    [['1.0.0'], [], '1.0.0'],
    [['2.0.0', '2.0.0'], [], '2.0.0'],
    [['v1 / beta'], [], 'v1-beta'],
    [['-v1 - -'], [], 'v1'],
  ])('without a configuration, versions %j with %j are named %s', async (versions, args, name) => {
    const inputs = versions.flatMap((version, at) => {
      const file = `named-${at}.json`
      putFiles(folder, {
        [file]: JSON.stringify({ ...document, info: { title: `N${at}`, version } }),
      })
      return ['--input', file]
    })
    const out = mkdtempSync(join(folder, 'named-'))
    const { code, stderr } = await build(...inputs, '--out', out, ...args)
    expect([code, stderr]).toEqual([0, ''])
    expect(readFileSync(join(out, 'versions.js'), 'utf8')).toContain(`["${name}"]`)
  })

  test('the time to name a version is linear in its length', () => {
    const version = `a${'-'.repeat(100_000)}b`
    const started = performance.now()
    expect(versionOfDocuments({ groups: [{ version }] })).toBe('a-b')
    expect(performance.now() - started).toBeLessThan(1000)
  })

  test.each([[['1.0.0', '2.0.0']], [['?']]])(
    'without a configuration, documents of the versions %j require --version',
    async (versions) => {
      const inputs = versions.flatMap((version, at) => {
        const file = `unnamed-${at}.json`
        putFiles(folder, {
          [file]: JSON.stringify({ ...document, info: { title: `N${at}`, version } }),
        })
        return ['--input', file]
      })
      const { code, stderr } = await build(...inputs, '--out', 'unnamed')
      expect([code, stderr]).toEqual([2, expect.stringContaining('RL030')])
      expect(stderr).toContain('--version')
      expect(existsSync(join(folder, 'unnamed'))).toBe(false)
    },
  )

  test.each([
    [['pets.json'], /requires --out/],
    [['pets.json', '--out', 'public', '--version', '../up'], /--version must consist/],
    [['none.json', '--out', 'public'], /none\.json/],
    [['pets.json', '--out', 'public', '--since', 'none.json'], /none\.json/],
  ])('%j is rejected', async (args, message) => {
    const { code, stderr } = await build(...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
  })
})
