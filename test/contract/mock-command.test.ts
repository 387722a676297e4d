import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { proxyAddress } from './proxied.ts'
import { shopDocument, tea } from './shop-document.ts'
import { openShop } from './shop-server.ts'

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

const call = (method: string, params?: unknown, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

async function post(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body })).text()
}

/** A server that returns a result for each method, and ids of filters. */
async function serverOf(results: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { id, method, params } = JSON.parse(body.toString()) as {
        readonly id: number
        readonly method: string
        readonly params: readonly unknown[]
      }
      const result = method.startsWith('get') ? params[0] : results[method]
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the command mock', () => {
  const start = (
    folder: string,
    ...args: readonly string[]
  ): { readonly child: ChildProcess; readonly url: Promise<string> } => {
    const child = spawn(process.execPath, [bin, 'mock', ...args], { cwd: folder })
    onTestFinished(() => void child.kill('SIGKILL'))
    return { child, url: proxyAddress({ stderr: child.stdout } as ChildProcess) }
  }

  test('records a server, and replays it', async () => {
    const shop = await openShop()
    onTestFinished(() => shop.close())
    const folder = temporaryFolder({})
    const recording = start(folder, '--record', shop.url, 'tests')
    const get = call('shop.getItem', { id: 7 })
    const response = await post(`${await recording.url}/shop`, get)
    recording.child.kill('SIGINT')
    expect(await once(recording.child, 'exit')).toEqual([0, null])
    const replay = start(folder, '--replay', 'tests')
    expect(await post(await replay.url, get)).toBe(response)
    replay.child.kill('SIGTERM')
    expect(await once(replay.child, 'exit')).toEqual([0, null])
  })

  test('records no secrets of any document', async () => {
    const documentOf = (name: string, word: object): string =>
      JSON.stringify({
        openrpc: '1.3.2',
        info: { title: name, version: '1' },
        'x-group': { key: name, path: `/${name}` },
        methods: [
          {
            name: `${name}.login`,
            paramStructure: 'by-name',
            params: [{ name: 'word', schema: { $ref: '#/components/schemas/Word' } }],
            result: { name: 'is', schema: { type: 'boolean' } },
          },
        ],
        components: { schemas: { Word: { type: 'string', ...word } } },
      })
    const folder = temporaryFolder({
      'api/a.json': documentOf('a', {}),
      'api/b.json': documentOf('b', { 'x-secret': true }),
    })
    const url = await serverOf({ 'b.login': true })
    const recording = start(folder, '--record', url, 'tests', '-i', 'api/*.json')
    await post(await recording.url, call('b.login', { word: 'open sesame!' }))
    recording.child.kill('SIGINT')
    expect(await once(recording.child, 'exit')).toEqual([0, null])
    const text = readFileSync(join(folder, 'tests/b.login/000001.io'), 'utf8')
    expect(text).toContain('"word":"redacted"')
  })

  test('refuses a folder that cannot be written to', async () => {
    const folder = temporaryFolder({ tests: '' })
    const outcome = await rpcloom(folder, 'mock', '--record', 'http://127.0.0.1:1', 'tests')
    expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('RL033') })
  })

  test('serves the documents', async () => {
    const { child, url } = start(
      temporaryFolder({ 'shop.json': JSON.stringify(shopDocument) }),
      '-i',
      'shop.json',
    )
    const response = await post(`${await url}/shop`, call('shop.getItem', { id: 7 }))
    expect(JSON.parse(response)).toMatchObject({ id: 1, result: tea })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('names the documents if there are several', async () => {
    const documents = ['a', 'b'].map((name) => ({
      openrpc: '1.3.2',
      info: { title: name, version: '1' },
      methods: [{ name, params: [], result: { name: 'r', schema: {} } }],
    }))
    const files = Object.fromEntries(
      documents.map((one) => [`${one.methods[0]?.name}.json`, JSON.stringify(one)]),
    )
    const folder = temporaryFolder(files)
    const overviewOf = async (...names: readonly string[]): Promise<readonly string[]> => {
      const { child, url } = start(folder, ...names.flatMap((name) => ['-i', name]))
      const text = buffer(child.stdout ?? Readable.from([]))
      await url
      child.kill('SIGTERM')
      return String(await text)
        .split('\n')
        .filter((line) => line.startsWith(' '))
    }
    expect(await overviewOf('a.json')).toEqual(['  1 methods at /'])
    expect(await overviewOf('a.json', 'b.json')).toEqual([
      '  document1: 1 methods at /',
      '  document2: 1 methods at /',
    ])
  })

  test.each([
    [['--record', 'x', 'dir']],
    [['--record', 'http://127.0.0.1:1']],
    [['dir']],
    [['--by-shape']],
    [['--replay', 'a', '--seed', '1']],
    [['--replay', 'a', '--record', 'http://127.0.0.1:1', 'b']],
    [['--replay', 'a', '--port', 'x']],
  ])('refuses %j', async (args) => {
    expect(await rpcloom(temporaryFolder({}), 'mock', ...args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('RL030'),
    })
  })
})
