import { Session } from 'node:inspector/promises'
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { getHeapSnapshot } from 'node:v8'
import type { CChainDebugHandlers } from '@native-node/server/c-chain'
import { errors } from '../errors.ts'
import type { DebugFiles } from './files.ts'

type Methods =
  | 'cpuProfile'
  | 'startCPUProfile'
  | 'stopCPUProfile'
  | 'goTrace'
  | 'startGoTrace'
  | 'stopGoTrace'
  | 'blockProfile'
  | 'setBlockProfileRate'
  | 'writeBlockProfile'
  | 'mutexProfile'
  | 'setMutexProfileFraction'
  | 'writeMutexProfile'
  | 'writeMemProfile'

const SECOND = 1000
/** Maximum heap size for a snapshot in bytes. A snapshot of 151 MB took 18 seconds on 2 cores. */
const MOST_HEAP = 200_000_000

export function profileHandlers(files: DebugFiles): Pick<CChainDebugHandlers, Methods> {
  const cpu = new Recording(files, 'CPU profiling', startProfile)
  const trace = new Recording(files, 'tracing', startTrace)
  const [blocks, mutexes] = [new Waits(files), new Waits(files)]
  return {
    cpuProfile: ({ file, seconds }) => cpu.during(file, seconds),
    startCPUProfile: ({ file }) => cpu.start(file),
    stopCPUProfile: () => cpu.stop(),
    goTrace: ({ file, seconds }) => trace.during(file, seconds),
    startGoTrace: ({ file }) => trace.start(file),
    stopGoTrace: () => trace.stop(),
    blockProfile: ({ file, seconds }) => blocks.during(file, seconds),
    setBlockProfileRate: ({ rate }) => blocks.set(rate > 0),
    writeBlockProfile: ({ file }) => blocks.write(file),
    mutexProfile: ({ file, seconds }) => mutexes.during(file, seconds),
    setMutexProfileFraction: ({ rate }) => mutexes.set(rate > 0),
    writeMutexProfile: ({ file }) => mutexes.write(file),
    async writeMemProfile({ file }) {
      // A snapshot blocks the process, so check the path first.
      await files.path(file)
      checkHeap(process.memoryUsage().heapUsed)
      await files.write(file, getHeapSnapshot())
      return null
    },
  }
}

/** Checks the size of the heap. Throws if a heap snapshot would block the node for too long. */
export function checkHeap(bytes: number): void {
  if (bytes <= MOST_HEAP) return
  const text = `the heap has ${toMegabytes(bytes)} MB, but a snapshot is limited to ${toMegabytes(MOST_HEAP)} MB`
  throw errors.limitExceeded(undefined, text)
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000)
}

/** Starts recording. Resolves with a function that stops recording and returns the data. */
type Start = (session: Session) => Promise<() => Promise<unknown>>

/** A recording of the inspector. Only one recording can run at a time. */
class Recording {
  readonly #files: DebugFiles
  readonly #name: string
  readonly #begin: Start
  #running: { readonly file: string; readonly end: () => Promise<unknown> } | undefined
  #isStarting = false

  constructor(files: DebugFiles, name: string, begin: Start) {
    this.#files = files
    this.#name = name
    this.#begin = begin
  }

  async start(file: string): Promise<null> {
    if (this.#running !== undefined || this.#isStarting) {
      throw errors.profileRunning(undefined, `${this.#name} already in progress`)
    }
    this.#isStarting = true
    const session = new Session()
    try {
      // Create the file first, so that an invalid path fails immediately.
      await this.#files.write(file, '')
      session.connect()
      const finish = await this.#begin(session)
      const end = (): Promise<unknown> => finish().finally(() => session.disconnect())
      this.#running = { file, end }
    } catch (error) {
      session.disconnect()
      throw error
    } finally {
      this.#isStarting = false
    }
    return null
  }

  async stop(): Promise<null> {
    const running = this.#running
    if (running === undefined) {
      throw errors.profileNotRunning(undefined, `${this.#name} not in progress`)
    }
    this.#running = undefined
    await this.#files.write(running.file, JSON.stringify(await running.end()))
    return null
  }

  async during(file: string, seconds: number): Promise<null> {
    await this.start(file)
    await wait(seconds * SECOND, undefined, { ref: false })
    return this.stop()
  }
}

const startProfile: Start = async (session) => {
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  return async () => (await session.post('Profiler.stop')).profile
}

const startTrace: Start = async (session) => {
  const events: unknown[] = []
  session.on('NodeTracing.dataCollected', ({ params }) => events.push(...params.value))
  const completed = new Promise<void>((resolve) =>
    session.once('NodeTracing.tracingComplete', () => resolve()),
  )
  const includedCategories = ['node', 'node.async_hooks', 'v8']
  await session.post('NodeTracing.start', { traceConfig: { includedCategories } })
  return async () => {
    await session.post('NodeTracing.stop')
    await completed
    return { traceEvents: events }
  }
}

/**
 * Records the delay of the event loop as a substitute for lock contention, because this thread has
 * no locks.
 */
class Waits {
  readonly #files: DebugFiles
  #delay: IntervalHistogram | undefined

  constructor(files: DebugFiles) {
    this.#files = files
  }

  set(isRecording: boolean): null {
    if (isRecording && this.#delay === undefined) {
      this.#delay = monitorEventLoopDelay({ resolution: 1 })
      this.#delay.enable()
    }
    if (!isRecording) {
      this.#delay?.disable()
      this.#delay = undefined
    }
    return null
  }

  async write(file: string): Promise<null> {
    await this.#files.write(file, JSON.stringify(reportOf(this.#delay)))
    return null
  }

  async during(file: string, seconds: number): Promise<null> {
    await this.#files.write(file, '')
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await wait(seconds * SECOND, undefined, { ref: false })
    delay.disable()
    await this.#files.write(file, JSON.stringify(reportOf(delay)))
    return null
  }
}

function reportOf(delay: IntervalHistogram | undefined): object {
  const shared = { kind: 'event-loop-delay', unit: 'nanoseconds', count: delay?.count ?? 0 }
  if (delay === undefined || delay.count === 0) return shared
  const { min, mean, max, stddev, percentiles } = delay
  return { ...shared, min, mean, max, stddev, percentiles: Object.fromEntries(percentiles) }
}
