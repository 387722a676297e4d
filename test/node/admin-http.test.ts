import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Logger, type NodeOptions } from '@native-node/node'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { sendRequest, call } from './requests.ts'
import { openNode } from './open-node.ts'
import { errorReason } from './rpc-errors.ts'

const request = '{"jsonrpc":"2.0","id":1,"method":"admin.lockProfile"}'
const path = '/ext/bc/C/admin'
/** Paths without the admin API, which belongs to the C-Chain alone. */
const elsewhere = ['/ext/bc/X/admin', '/ext/bc/P/admin', '/ext/bc/unknown/admin', '/ext/admin']

async function openAdmin(options: NodeOptions = {}) {
  const dataDir = temporaryFolder({})
  const node = await openNode({ adminApiEnabled: true, dataDir, ...options })
  const profile = (name: string): unknown =>
    JSON.parse(readFileSync(join(dataDir, 'profiles', name), 'utf8'))
  return { ...node, dataDir, profile, admin: node.client.cChainAdmin }
}

describe.each<readonly [string, NodeOptions]>([
  ['off', {}],
  ['hidden in public mode', { adminApiEnabled: true, public: true }],
])('the admin API %s', (_, options) => {
  test('has no path', async () => {
    const dataDir = temporaryFolder({})
    const { url } = await openNode({ dataDir, memory: false, ...options })
    expect((await sendRequest(url + path, { body: request })).status).toBe(404)
    expect((await sendRequest(url + path)).status).toBe(404)
    expect(existsSync(join(dataDir, 'profiles'))).toBe(false)
  })

  test('serves its methods at no other path', async () => {
    const { url } = await openNode({ dataDir: temporaryFolder({}), memory: false, ...options })
    const { error } = await call(`${url}/ext/info`, 'admin.lockProfile')
    expect(error).toEqual({ code: -32601, message: 'Method not found' })
  })
})

describe('the admin API, if enabled,', () => {
  test('responds at its path', async () => {
    const { url } = await openAdmin()
    expect((await call(url + path, 'admin.lockProfile')).result).toEqual({})
  })

  test.each(elsewhere)('does not respond at %s', async (other) => {
    const { url } = await openAdmin()
    expect((await sendRequest(url + other, { body: request })).status).toBe(404)
  })

  test('records a CPU profile', async () => {
    const { admin, client, profile } = await openAdmin()
    await admin.startCPUProfiler()
    await client.info.getNodeVersion()
    await admin.stopCPUProfiler()
    const { nodes, samples, timeDeltas, startTime, endTime } = profile('cpu.profile') as {
      readonly nodes: readonly { readonly callFrame: { readonly functionName: string } }[]
      readonly samples: readonly number[]
      readonly timeDeltas: readonly number[]
      readonly startTime: number
      readonly endTime: number
    }
    expect(nodes.map(({ callFrame }) => callFrame.functionName)).toContain('(root)')
    expect(samples.length).toBeGreaterThan(0)
    expect(timeDeltas).toHaveLength(samples.length)
    expect(endTime).toBeGreaterThan(startTime)
  })

  test('records one CPU profile at a time', async () => {
    const { admin } = await openAdmin()
    expect(await errorReason(admin.stopCPUProfiler())).toEqual([-32000, 'profilerNotRunning'])
    for (let round = 0; round < 2; round++) {
      await admin.startCPUProfiler()
      expect(await errorReason(admin.startCPUProfiler())).toEqual([-32000, 'profilerRunning'])
      await admin.stopCPUProfiler()
      expect(await errorReason(admin.stopCPUProfiler())).toEqual([-32000, 'profilerNotRunning'])
    }
  })

  test('starts a single recording for concurrent requests', async () => {
    const { admin } = await openAdmin()
    const started = await Promise.allSettled(
      Array.from({ length: 5 }, () => admin.startCPUProfiler()),
    )
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const stopped = await Promise.allSettled(
      Array.from({ length: 5 }, () => admin.stopCPUProfiler()),
    )
    expect(stopped.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('writes a heap profile', async () => {
    const { admin, profile } = await openAdmin()
    // The profile is a sample of live memory: enough of it that some is included.
    const alive = Array.from({ length: 200_000 }, (_, at) => ({ at }))
    await admin.memoryProfile()
    expect(alive).toHaveLength(200_000)
    const { head, samples } = profile('mem.profile') as {
      readonly head: { readonly children: readonly unknown[] }
      readonly samples: readonly { readonly size: number }[]
    }
    expect(head.children.length).toBeGreaterThan(0)
    expect(samples.every(({ size }) => size > 0)).toBe(true)
  })

  test('writes complete profiles for concurrent requests', async () => {
    const { admin, profile, dataDir } = await openAdmin()
    await Promise.all(Array.from({ length: 10 }, () => admin.memoryProfile()))
    expect(profile('mem.profile')).toHaveProperty('head')
    expect(readdirSync(join(dataDir, 'profiles'))).toEqual(['mem.profile'])
  })

  test('writes a lock profile with the event loop delay', async () => {
    const { admin, profile } = await openAdmin()
    const written = async (): Promise<Readonly<Record<string, unknown>>> => {
      await admin.lockProfile()
      return profile('lock.profile') as Readonly<Record<string, unknown>>
    }
    let lock = await written()
    expect(lock).toMatchObject({ kind: 'event-loop-delay', unit: 'seconds' })
    while (lock['samples'] === 0) lock = await written()
    const { min, mean, max, deviation, percentiles } = lock as Readonly<Record<string, number>>
    expect([min, mean, max, deviation].every(Number.isFinite)).toBe(true)
    expect(max).toBeGreaterThanOrEqual(min ?? Infinity)
    expect(Object.keys(percentiles ?? {})).toEqual(['50', '75', '90', '99', '99.9'])
  })

  test('sets log levels with immediate effect', async () => {
    const lines: string[] = []
    const logger = new Logger('info', (line) => void lines.push(line))
    const { admin } = await openAdmin({ logger })
    const logged = async (): Promise<number> => {
      lines.length = 0
      await admin.lockProfile()
      return lines.length
    }
    expect(await logged()).toBe(1)
    for (const [level, count] of [
      ['warn', 0],
      ['crit', 0],
      ['error', 0],
      // The call itself is logged, too.
      ['debug', 2],
      ['trace', 2],
      // The short spellings of the reference client.
      ['trce', 2],
      ['dbug', 2],
      ['eror', 0],
      ['info', 1],
    ] as const) {
      await admin.setLogLevel({ level })
      expect([level, await logged()]).toEqual([level, count])
    }
    const entry = JSON.parse(lines[0] ?? '') as Record<string, unknown>
    expect(entry).toMatchObject({ level: 'info', path: expect.stringMatching(/lock\.profile$/) })
  })

  test.each([{ level: 'loud' }, { level: '' }, { level: 3 }, {}, undefined])(
    'rejects the level %j',
    async (params) => {
      const { url } = await openAdmin()
      const { error } = await call(`${url}/ext/bc/C/admin`, 'admin.setLogLevel', params)
      expect(error?.code).toBe(-32602)
    },
  )

  test('returns an error if a profile cannot be written, and keeps running', async () => {
    const lines: string[] = []
    const logger = new Logger('error', (line) => void lines.push(line))
    const dataDir = temporaryFolder({ profiles: 'no folder' })
    const { admin, client } = await openAdmin({ dataDir, logger })
    expect(await errorReason(admin.lockProfile())).toEqual([-32603, undefined])
    expect(lines.join('')).toContain('EEXIST')
    expect((await client.health.liveness()).healthy).toBe(true)
  })
})
