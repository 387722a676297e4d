import { createClient, http, webSocket } from '@native-node/client'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { post, requestText } from './service.ts'

const bin = resolve(import.meta.dirname, '../../packages/mock/bin/mock.mjs')

interface Run {
  readonly output: () => string
  /** Resolves with the first output that matches. Rejects if the process exits before. */
  readonly says: (pattern: RegExp) => Promise<string>
  readonly ended: Promise<number | null>
  readonly end: () => void
}

function run(...args: readonly string[]): Run {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    output: () => text,
    says: (pattern) =>
      new Promise((found, reject) => {
        const look = (): void => {
          const match = pattern.exec(text)
          if (match) found(match[0])
        }
        look()
        child.stdout.on('data', look)
        void ended.then(() => reject(new Error(text)))
      }),
    ended,
    end: () => void child.kill('SIGTERM'),
  }
}

test('serves the examples until it is interrupted', async () => {
  const mock = run('--port', '0', '--seed', 'x')
  const url = await mock.says(/http:\/\/127\.0\.0\.1:\d+/)
  const { json } = await post(`${url}/ext/info`, requestText('info.getNetworkID'))
  expect(json).toHaveProperty('result.networkID')
  mock.end()
  expect(await mock.ended).toBe(0)
})

test('serves a scenario, with delays, WebSockets and a health check', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'mock-')), 'scenario.json')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  const hash = `0x${'1'.repeat(64)}`
  writeFileSync(
    file,
    JSON.stringify({
      methods: { 'info.getNetworkID': [{ result: { networkID: '77' } }] },
      events: { newPendingTransactions: [hash] },
    }),
  )
  const mock = run('--scenario', file, '--latency', '1-3')
  const url = await mock.says(/http:\/\/127\.0\.0\.1:\d+/)
  const { json } = await post(`${url}/ext/info`, requestText('info.getNetworkID'))
  expect(json).toHaveProperty('result.networkID', '77')
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ healthy: true })
  expect((await fetch(`${url}/ext/health`)).headers.get('content-type')).toContain('json')
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
  const node = createClient({
    transport: http(url),
    subscriptions: webSocket(url.replace('http', 'ws')),
  })
  for await (const event of node.cChain.subscribe('newPendingTransactions')) {
    expect(event).toBe(hash)
    break
  }
})

test.each([
  ['a scenario that is not there', ['--scenario', '/nowhere/scenario.json']],
  ['an invalid latency', ['--latency', '200-50']],
  ['an invalid port', ['--port', '70000']],
  ['an option that there is not', ['--prot', '1']],
  ['an address that it cannot have', ['--host', '192.0.2.1']],
])('ends with 2 for %s', async (_name, args) => {
  const mock = run(...args)
  expect(await mock.ended).toBe(2)
  expect(mock.output()).toContain('native-node-mock:')
})

test('prints its usage', async () => {
  const mock = run('--help')
  expect(await mock.ended).toBe(0)
  expect(mock.output()).toContain('--port')
})
