import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { CChainDebugHandlers } from '@native-node/server/c-chain'
import { logLevels, type Logger } from '../../../../log/logger.ts'
import { errors, invalidParam } from '../errors.ts'
import { Collections } from './collections.ts'

type LockMethods =
  | 'blockProfile'
  | 'setBlockProfileRate'
  | 'writeBlockProfile'
  | 'mutexProfile'
  | 'setMutexProfileFraction'
  | 'writeMutexProfile'
type Methods =
  'verbosity' | 'vmodule' | 'memStats' | 'gcStats' | 'stacks' | 'freeOSMemory' | 'setGCPercent'

export function processHandlers(logger: Logger): Pick<CChainDebugHandlers, Methods | LockMethods> {
  const collections = new Collections()
  return {
    verbosity({ level }) {
      logger.level = logLevels[level] ?? logger.level
      return null
    },
    vmodule({ pattern }) {
      const pairs = pattern === '' ? [] : pattern.split(',').map(pairOf)
      // Log lines do not contain their source file, so only a pattern for all files can match.
      const all = pairs.findLast(([files]) => files === '*' || files === '*/*')
      if (all !== undefined) logger.level = logLevels[all[1]] ?? logger.level
      return null
    },
    memStats: () => memory(collections.count),
    gcStats: () => collections.statistics(),
    stacks: waiting,
    freeOSMemory() {
      collect()
      return null
    },
    setGCPercent: unavailable('V8 has no garbage collection target'),
    blockProfile: withoutLocks,
    setBlockProfileRate: withoutLocks,
    writeBlockProfile: withoutLocks,
    mutexProfile: withoutLocks,
    setMutexProfileFraction: withoutLocks,
    writeMutexProfile: withoutLocks,
  }
}

function unavailable(why: string): () => never {
  return () => {
    throw errors.methodNotAvailable(undefined, `the method is not available: ${why}`)
  }
}

const withoutLocks = unavailable('this process has one thread and no locks to profile')

function pairOf(text: string): readonly [files: string, level: number] {
  const [, files, level] = /^\s*([\w*/.-]+)=([0-5])\s*$/.exec(text) ?? []
  if (files === undefined || level === undefined) {
    throw invalidParam(
      `expect comma-separated list of filename=N with N from 0 to 5, not '${text}'`,
    )
  }
  return [files, Number(level)]
}

/** Returns the memory of the process. What V8 does not count is 0: allocations so far, and objects. */
function memory(count: number): Awaited<ReturnType<CChainDebugHandlers['memStats']>> {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  const heap = getHeapStatistics()
  return {
    Alloc: heapUsed + external,
    TotalAlloc: 0,
    Sys: rss,
    HeapAlloc: heapUsed,
    HeapSys: heapTotal,
    HeapIdle: heapTotal - heapUsed,
    HeapInuse: heapUsed,
    HeapReleased: Math.max(heap.total_heap_size - heap.total_physical_size, 0),
    HeapObjects: 0,
    NumGC: count,
  }
}

/** Counts what keeps the event loop of the process waiting. */
function waiting(): string {
  const counts = new Map<string, number>()
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return ['waiting for:', ...[...counts].map(([name, count]) => `  ${count} × ${name}`)].join('\n')
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  const run: unknown = runInNewContext('gc')
  if (typeof run === 'function') run()
}
