import { rename, writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks'
import { makeFolder } from '../store/make-folder.ts'
import { Recording, recordCpu } from './recording.ts'

export class ProfilerError extends Error {
  override readonly name = 'ProfilerError'
  readonly code: 'running' | 'notRunning'

  constructor(code: 'running' | 'notRunning', message: string) {
    super(message)
    this.code = code
  }
}

const NANOSECONDS_PER_SECOND = 1e9
const PERCENTILES = [50, 75, 90, 99, 99.9] as const

/** Profiles this process with Node's inspector and writes the profiles to one folder. */
export class Profiler {
  readonly #folder: string
  readonly #session = new Session()
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: 10 })
  readonly #cpu = new Recording(recordCpu)
  #drafts = 0

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Starts sampling allocations and the event loop delay for later profiles. */
  static async open(folder: string): Promise<Profiler> {
    const profiler = new Profiler(folder)
    profiler.#session.connect()
    await profiler.#session.post('HeapProfiler.startSampling')
    profiler.#delay.enable()
    return profiler
  }

  async startCPU(): Promise<void> {
    if (this.#cpu.isRunning) throw new ProfilerError('running', 'cpu profiler already running')
    await this.#cpu.start()
  }

  /** Writes `cpu.profile`, which the developer tools of Chromium can open once it is renamed to `*.cpuprofile`. */
  async stopCPU(): Promise<string> {
    const profile = this.#cpu.stop()
    if (profile === undefined) throw new ProfilerError('notRunning', "cpu profiler doesn't exist")
    return this.#write('cpu.profile', await profile)
  }

  /**
   * Writes `mem.profile`: the memory that was allocated since the node started and is still in use,
   * by call stack.
   */
  async memory(): Promise<string> {
    const { profile } = await this.#session.post('HeapProfiler.getSamplingProfile')
    return this.#write('mem.profile', profile)
  }

  /**
   * Writes `lock.profile`. The file contains the event loop delay, because Node.js has no mutexes
   * to profile.
   */
  async lock(): Promise<string> {
    return this.#write('lock.profile', {
      kind: 'event-loop-delay',
      unit: 'seconds',
      samples: this.#delay.count,
      ...(this.#delay.count > 0 && statistics(this.#delay)),
    })
  }

  close(): void {
    this.#delay.disable()
    this.#session.disconnect()
  }

  async #write(name: string, profile: unknown): Promise<string> {
    await makeFolder(this.#folder)
    const path = join(this.#folder, name)
    // Write to a temporary file first, so that concurrent writes of the same profile do not mix
    // their contents.
    const draft = `${path}.${this.#drafts++}`
    await writeFile(draft, JSON.stringify(profile))
    await rename(draft, path)
    return path
  }
}

/**
 * Returns statistics of the event loop delay in seconds. The histogram must have at least one
 * sample: without samples, its mean would be NaN and its minimum a huge number.
 */
function statistics(histogram: IntervalHistogram): object {
  const seconds = (nanoseconds: number): number => nanoseconds / NANOSECONDS_PER_SECOND
  return {
    min: seconds(histogram.min),
    mean: seconds(histogram.mean),
    max: seconds(histogram.max),
    deviation: seconds(histogram.stddev),
    percentiles: Object.fromEntries(
      PERCENTILES.map((at) => [at, seconds(histogram.percentile(at))]),
    ),
  }
}
