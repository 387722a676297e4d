import { memoryStore } from '@native-node/node'
import { expect, onTestFinished, test } from 'vitest'
import {
  WorkerPool,
  type ClientTask,
  type PoolOptions,
} from '../../../packages/node/src/c-chain/workers/pool.ts'
import { put } from '../../../packages/node/src/store/store.ts'

// Jobs end at their limits, alone: the process and the other jobs go on.

const program = { file: new URL('pool-program.mjs', import.meta.url), data: undefined }

function opened(options: Partial<PoolOptions> = {}): WorkerPool {
  const pool = new WorkerPool({ program, ...options })
  onTestFinished(() => pool.close())
  return pool
}

const store = memoryStore()

function task(method: string, rest: Partial<ClientTask> & { params?: unknown } = {}): ClientTask {
  const { params, ...members } = rest
  return {
    // Safe cast: the program of this test reads these members only.
    job: () => ({ kind: 'method', method, params }) as never,
    reader: store,
    milliseconds: 60_000,
    signal: undefined,
    client: 'anna',
    failure: (why) => new Error(why),
    ...members,
  }
}

test('a job ends at its time limit, and its thread is replaced', async () => {
  const pool = opened()
  const before = await pool.run(task('thread'))
  await expect(pool.run(task('spin', { milliseconds: 20 }))).rejects.toThrow('time')
  expect(pool.threads).toBe(1)
  expect(await pool.run(task('thread'))).not.toBe(before)
})

test('a job ends at the time limit of a trace', async () => {
  await expect(opened().run(task('trace'))).rejects.toThrow('trace time')
})

test('a worker that runs out of memory fails its own job only', { timeout: 120_000 }, async () => {
  const pool = opened({ size: 3 })
  const caller = new AbortController()
  const waiting = pool.run(task('wait', { signal: caller.signal }))
  await expect(pool.run(task('fill'))).rejects.toThrow('memory')
  expect(await pool.run(task('thread'))).toEqual(expect.any(Number))
  caller.abort()
  await expect(waiting).rejects.toThrow('caller left')
})

test('a worker that exits fails its job', async () => {
  const pool = opened()
  await expect(pool.run(task('crash'))).rejects.toThrow('exited')
  expect(await pool.run(task('thread'))).toEqual(expect.any(Number))
})

test('a job ends when its caller leaves, running or waiting', async () => {
  const pool = opened({ size: 2 })
  const caller = new AbortController()
  const { signal } = caller
  const jobs = [pool.run(task('spin', { signal })), pool.run(task('spin', { signal }))]
  const late = pool.run(task('thread'))
  caller.abort()
  for (const job of jobs) await expect(job).rejects.toThrow('caller left')
  expect(await late).toEqual(expect.any(Number))
  await expect(pool.run(task('thread', { signal }))).rejects.toThrow('caller left')
})

test('no client holds all threads', async () => {
  const pool = opened({ size: 3 })
  const spins = Array.from({ length: 5 }, () => pool.run(task('spin')))
  expect(await pool.run(task('thread', { client: 'ben' }))).toEqual(expect.any(Number))
  expect(pool.threads).toBe(3)
  pool.close()
  for (const spin of spins) await expect(spin).rejects.toThrow('closed')
})

test('a client has at most 128 waiting jobs', async () => {
  const pool = opened({ size: 2 })
  const jobs = Array.from({ length: 129 }, () => pool.run(task('spin')))
  const outcomes = Promise.allSettled(jobs)
  await expect(pool.run(task('thread'))).rejects.toThrow('busy')
  expect(await pool.run(task('thread', { client: 'ben' }))).toEqual(expect.any(Number))
  pool.close()
  expect(new Set((await outcomes).map(({ status }) => status))).toEqual(new Set(['rejected']))
})

test('closing ends running and waiting jobs, and refuses later ones', async () => {
  const pool = opened({ size: 2 })
  const jobs = [pool.run(task('spin')), pool.run(task('spin'))]
  pool.close()
  for (const job of jobs) await expect(job).rejects.toThrow('closed')
  await expect(pool.run(task('thread'))).rejects.toThrow('closed')
  expect(pool.threads).toBe(0)
})

test('threads start with the first job, serve later ones, and end when they are idle', async () => {
  const pool = opened({ idleMs: 30 })
  expect(pool.threads).toBe(0)
  const first = await pool.run(task('thread'))
  expect(await pool.run(task('thread'))).toBe(first)
  await expect.poll(() => pool.threads).toBe(0)
  expect(await pool.run(task('thread'))).not.toBe(first)
})

test('the time of a job is charged to its client', async () => {
  const times: (readonly [string, number])[] = []
  const pool = opened({ onTime: (client, milliseconds) => times.push([client, milliseconds]) })
  await expect(pool.run(task('spin', { milliseconds: 50 }))).rejects.toThrow('time')
  await expect.poll(() => times).toMatchObject([['anna', expect.any(Number)]])
  expect(times[0]?.[1]).toBeGreaterThanOrEqual(49)
})

test('a worker reads the store of the main thread', async () => {
  const key = Uint8Array.of(1, 2)
  await store.write([put(key, Uint8Array.of(7, 8, 9))])
  const pool = opened()
  expect(await pool.run(task('read', { params: key }))).toEqual(Uint8Array.of(7, 8, 9))
  const failure = new Error('the disk reports an error')
  const reader = { ...store, get: () => Promise.reject(failure) }
  await expect(pool.run(task('read', { params: key, reader }))).rejects.toBe(failure)
})
