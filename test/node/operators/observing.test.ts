import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Logger, startNode, type NodeOptions, type RunningNode } from '@native-node/node'
import { failedCalls } from '../../../packages/node/src/failed-calls.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { spawnNode } from '../spawn-node.ts'

interface Line {
  readonly level: string
  readonly message: string
  readonly [field: string]: unknown
}

async function observed(
  options: NodeOptions = {},
): Promise<{ readonly node: RunningNode; readonly lines: Line[] }> {
  const lines: Line[] = []
  const logger = new Logger('debug', (line) => void lines.push(JSON.parse(line) as Line))
  const node = await startNode({ memory: true, port: 0, logger, ...options })
  onTestFinished(() => node.close())
  await node.ready
  return { node, lines }
}

function messages(lines: readonly Line[], ...wanted: readonly string[]): readonly Line[] {
  return lines.filter(({ message }) => wanted.includes(message))
}

describe('the log', () => {
  test('has start, blocks and stop', async () => {
    const { node, lines } = await observed({ dev: true })
    for (let count = 0; count < 3; count++)
      await fetch(`${node.url}/ext/bc/C/rpc`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] }),
      })
    await node.close()
    expect(messages(lines, 'starting', 'ready', 'stopping', 'stopped')).toMatchObject([
      { message: 'starting', level: 'info', network: 12345, data: 'memory' },
      { message: 'ready', heightX: 0, heightP: 0, heightC: 1 },
      { message: 'stopping' },
      { message: 'stopped' },
    ])
    const blocks = messages(lines, 'block accepted')
    expect(blocks.map(({ height }) => height)).toEqual([1, 2, 3, 4])
    // Summaries follow each other after ten seconds at the earliest.
    expect(messages(lines, 'blocks accepted')).toMatchObject([
      { level: 'info', chain: 'C-Chain', height: 1, blocks: 1, transactions: 0 },
    ])
  })

  test('has changes of health checks, once each', async () => {
    let fault: Error | undefined = new Error('first\nline')
    const check = {
      name: 'mine',
      tags: [],
      global: true,
      async run() {
        if (fault) throw fault
      },
    }
    const { node, lines } = await observed({ checks: [check] })
    await node.health.health.runAll()
    fault = undefined
    await node.health.health.runAll()
    await node.health.health.runAll()
    expect(messages(lines, 'health check fails', 'health check passes again')).toMatchObject([
      { level: 'warn', check: 'mine', error: 'first\nline' },
      { level: 'info', check: 'mine' },
    ])
  })

  test('has calls that fail by a fault of the node, but not each of them', () => {
    const lines: (readonly unknown[])[] = []
    const log = failedCalls((level, message, fields) => lines.push([level, message, fields]))
    const fail = (code: number, method = 'eth_call'): void =>
      log('debug', 'A call', { method, code })
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    for (let count = 0; count < 3; count++) fail(-32_603)
    fail(-32_005)
    fail(-32_000)
    log('warn', 'Slow call', { method: 'eth_call', code: -32_603 })
    vi.advanceTimersByTime(10_000)
    fail(-32_603)
    expect(lines.filter(([level]) => level === 'warn')).toEqual([
      ['warn', 'Failed call', { method: 'eth_call', code: -32_603 }],
      ['warn', 'Failed call', { method: 'eth_call', code: -32_005 }],
      ['warn', 'Slow call', { method: 'eth_call', code: -32_603 }],
      ['warn', 'Failed call', { method: 'eth_call', code: -32_603, more: 2 }],
    ])
    // The others are still logged one by one at level debug.
    expect(lines).toHaveLength(7)
  })

  test('is text for people by option, one line for an event', async () => {
    const node = spawnNode('--memory', '--port=0', '--log-format=text')
    await node.url
    node.child.kill('SIGTERM')
    const { stderr } = await node.ended
    const lines = stderr.trimEnd().split('\n')
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z INFO {2}[a-z]+( |$)/)
  })
})

describe('the page of the node', () => {
  test('links docs, health and metrics', async () => {
    const { node } = await observed()
    const page = await (await fetch(node.url)).text()
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, path]) => path)
    expect(links).toContain('/ext/metrics')
    for (const path of links)
      expect([path, (await fetch(`${node.url}${path}`)).status]).toEqual([path, 200])
    expect((await fetch(node.url, { method: 'POST' })).status).not.toBe(200)
  })

  test('has no link to metrics in public mode', async () => {
    const { node } = await observed({ public: true })
    expect(await (await fetch(node.url)).text()).not.toContain('/ext/metrics')
  })
})

test('metrics with a token are served to its owner, also in public mode', async () => {
  const metricsTokenFile = join(temporaryFolder({ token: 'a-token-of-metrics\n' }), 'token')
  for (const isPublic of [true, false]) {
    const { node } = await observed({ public: isPublic, metricsTokenFile })
    const get = async (authorization: string): Promise<number> =>
      (await fetch(`${node.url}/ext/metrics`, { headers: { authorization } })).status
    const attempts = ['', 'Bearer a-token-of-metric', 'Bearer a-token-of-metrics']
    expect(await Promise.all(attempts.map(get))).toEqual([401, 401, 200])
    expect(await (await fetch(node.url)).text()).not.toContain('/ext/metrics')
  }
})

describe('TLS', () => {
  function certificate(folder: string, name: string): void {
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${name}`
        .split(' ')
        .concat('-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')),
      { stdio: 'pipe' },
    )
  }

  /** Calls the liveness route. Returns the name in the certificate of the server. */
  function nameAt(url: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const options = { rejectUnauthorized: false, agent: false }
      request(`${url}/ext/health/liveness`, options, (response) => {
        const socket = response.socket as import('node:tls').TLSSocket
        const { subject } = socket.getPeerCertificate()
        response.resume().on('end', () => resolve(subject.CN))
      })
        .on('error', reject)
        .end()
    })
  }

  test('serves HTTPS, and reads a new certificate on SIGHUP', async () => {
    const folder = temporaryFolder({})
    certificate(folder, 'first')
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const flags = ['--http-tls-cert-file', cert, '--http-tls-key-file', key]
    const node = spawnNode('--memory', '--port=0', ...flags)
    const url = await node.url
    expect(url).toMatch(/^https:/)
    expect(await nameAt(url)).toBe('first')
    for (const content of ['not a certificate', '']) {
      writeFileSync(cert, content)
      node.child.kill('SIGHUP')
      await wait(300)
      expect(await nameAt(url)).toBe('first')
    }
    certificate(folder, 'second')
    node.child.kill('SIGHUP')
    await expect.poll(() => nameAt(url)).toBe('second')
    node.child.kill('SIGTERM')
    const { code, stderr } = await node.ended
    expect([code, stderr]).toEqual([0, expect.stringContaining('the certificate cannot be used')])
    expect(stderr).toContain('is empty')
  })

  test('stops although a connection has not completed its handshake', async () => {
    const folder = temporaryFolder({})
    certificate(folder, 'first')
    const flags = ['--http-tls-cert-file', join(folder, 'cert.pem')]
    const node = spawnNode(
      '--memory',
      '--port=0',
      ...flags,
      '--http-tls-key-file',
      join(folder, 'key.pem'),
    )
    const silent = connect(Number(new URL(await node.url).port), '127.0.0.1')
    silent.on('error', () => undefined)
    await once(silent, 'connect')
    const stoppedAt = performance.now()
    node.child.kill('SIGTERM')
    expect((await node.ended).code).toBe(0)
    expect(performance.now() - stoppedAt).toBeLessThan(10_000)
  })

  test.each(['x', ''])('refuses files that are no certificate: "%s"', async (content) => {
    const folder = temporaryFolder({ 'cert.pem': content, 'key.pem': content })
    const file = (name: string): string => join(folder, name)
    const flags = ['--http-tls-cert-file', file('cert.pem'), '--http-tls-key-file', file('key.pem')]
    const { code, stderr } = await spawnNode('--memory', '--port=0', ...flags).ended
    expect(code).toBe(2)
    expect(stderr).toMatch(/cannot be used|is empty/)
  })
})
