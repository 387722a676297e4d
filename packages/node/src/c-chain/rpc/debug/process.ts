import { setFlagsFromString, getHeapStatistics } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { CChainDebugHandlers } from '@native-node/server/c-chain'
import { logLevels, type Logger } from '../../../log/logger.ts'
import { invalidParam } from '../errors.ts'
import { Collections } from './collections.ts'

type Methods =
  'verbosity' | 'vmodule' | 'memStats' | 'gcStats' | 'stacks' | 'freeOSMemory' | 'setGCPercent'

const DEFAULT_PERCENT = 100
/**
 * Maximum heap growth in percent. Also used if the caller disables garbage collection, in which
 * case V8 still collects before the memory is exhausted.
 */
const MOST_PERCENT = 10_000
const USUAL_OBJECT = 64

export function processHandlers(logger: Logger): Pick<CChainDebugHandlers, Methods> {
  const collections = new Collections()
  let percent = DEFAULT_PERCENT
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
    stacks: () => stacks(),
    freeOSMemory() {
      collect()
      return null
    },
    setGCPercent({ percent: next }) {
      const before = percent
      percent = next
      const growth = next < 0 || next > MOST_PERCENT ? MOST_PERCENT : next
      setFlagsFromString(`--heap-growing-percent=${growth}`)
      return before
    },
  }
}

function pairOf(text: string): readonly [files: string, level: number] {
  const [, files, level] = /^\s*([\w*/.-]+)=([0-5])\s*$/.exec(text) ?? []
  if (files === undefined || level === undefined) {
    throw invalidParam(
      `expect comma-separated list of filename=N with N from 0 to 5, not '${text}'`,
    )
  }
  return [files, Number(level)]
}

function memory(count: number): Awaited<ReturnType<CChainDebugHandlers['memStats']>> {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  const heap = getHeapStatistics()
  return {
    Alloc: heapUsed + external,
    // V8 does not report how much memory was allocated in total. The peak memory usage is a lower
    // bound.
    TotalAlloc: Math.max(process.resourceUsage().maxRSS * 1024, heapUsed + external),
    Sys: rss,
    HeapAlloc: heapUsed,
    HeapSys: heapTotal,
    HeapIdle: heapTotal - heapUsed,
    HeapInuse: heapUsed,
    HeapReleased: Math.max(heap.total_heap_size - heap.total_physical_size, 0),
    // V8 does not report the number of objects. Estimate it from an average object size.
    HeapObjects: Math.floor(heapUsed / USUAL_OBJECT),
    NumGC: count,
  }
}

/** Describes the stack of this thread and its active resources. */
function stacks(): string {
  const waiting = process.getActiveResourcesInfo()
  const counts = tally(waiting)
  const lines = [...counts].map(([name, count]) => `  ${count} × ${name}`)
  const { stack = '' } = new Error('main thread')
  return [stack.replace(/^Error: /, ''), '', 'waiting for:', ...lines].join('\n')
}

function tally(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  const run: unknown = runInNewContext('gc')
  if (typeof run === 'function') run()
}
