import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { levelDatabase } from '../../../../packages/node/src/store/level-database.ts'
import type { Level } from '../../../../packages/node/src/store/level-page.ts'
import {
  localFolder,
  type LocalPlace,
} from '../../../../packages/node/src/store/log/local-store.ts'
import { openReplicatedStore } from '../../../../packages/node/src/store/log/open-replicated-store.ts'
import type { ReplicatedStore } from '../../../../packages/node/src/store/log/replicated-store.ts'
import { put } from '../../../../packages/node/src/store/store.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { MemoryLog, memoryPlace } from './memory-log.ts'

const owner = { networkID: 12_345, genesis: 'aa' }
const key = Buffer.from('key')
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200))

test('a writer that can write its data folder but not read it lets another node write, until it can', async () => {
  const log = new MemoryLog()
  const reasons: unknown[] = []
  const open = async (local: LocalPlace): Promise<ReplicatedStore> => {
    const onFailure = (error: unknown): void => void reasons.push(error)
    const options = { log: log.connect(), local, owner, leaseMs: 100, onFailure } as const
    const store = await openReplicatedStore({ ...options, mode: 'standby' })
    onTestFinished(() => store.close())
    return store
  }
  let isFailing = false
  const database = (folder: string): Level => {
    const level = levelDatabase(folder)
    const get = level.get.bind(level)
    const code = 'LEVEL_IO_ERROR'
    const failure = Object.assign(new Error('IO error: Too many open files'), { code })
    const read = (name: Uint8Array) => (isFailing ? Promise.reject(failure) : get(name))
    return Object.assign(level, { get: read })
  }
  const writer = await open(localFolder(join(temporaryFolder({}), 'db'), owner, { database }))
  await expect.poll(() => writer.role()).toBe('writer')
  const standby = await open(memoryPlace())
  isFailing = true
  await expect(writer.get(key)).rejects.toThrow('Too many open files')
  await writer.write([put(key, Buffer.from('a'))])
  // One failed read is no reason.
  await pause()
  expect(writer.role()).toBe('writer')
  const roleAfterRead = async (store: ReplicatedStore): Promise<string> => {
    await writer.get(key).catch(() => {})
    return store.role()
  }
  await expect.poll(() => roleAfterRead(standby)).toBe('writer')
  expect([writer.role(), reasons]).toEqual([
    'replica',
    [expect.objectContaining({ code: 'replica', message: expect.stringContaining('reads') })],
  ])
  await standby.write([put(key, Buffer.from('b'))])
  await standby.close()
  await pause()
  expect(writer.role()).toBe('replica')
  isFailing = false
  await expect.poll(() => roleAfterRead(writer)).toBe('writer')
  expect(Buffer.from((await writer.get(key)) ?? []).toString()).toBe('b')
})
