import { setTimeout as wait } from 'node:timers/promises'
import { getHeapSnapshot } from 'node:v8'
import type { CChainDebugHandlers } from '@native-node/server/c-chain'
import { Recording, recordCpu, recordTrace } from '../../../../profile/recording.ts'
import { errors } from '../errors.ts'
import type { DebugFiles } from './files.ts'

type Methods =
  | 'cpuProfile'
  | 'startCPUProfile'
  | 'stopCPUProfile'
  | 'goTrace'
  | 'startGoTrace'
  | 'stopGoTrace'
  | 'writeMemProfile'

const SECOND = 1000
/** Maximum heap size for a snapshot in bytes. A snapshot of 151 MB took 18 seconds on 2 cores. */
const MOST_HEAP = 200_000_000

export function profileHandlers(files: DebugFiles): Pick<CChainDebugHandlers, Methods> {
  const cpu = new FileRecording(files, 'CPU profiling', new Recording(recordCpu))
  const trace = new FileRecording(files, 'tracing', new Recording(recordTrace))
  return {
    cpuProfile: ({ file, seconds }) => cpu.during(file, seconds),
    startCPUProfile: ({ file }) => cpu.start(file),
    stopCPUProfile: () => cpu.stop(),
    goTrace: ({ file, seconds }) => trace.during(file, seconds),
    startGoTrace: ({ file }) => trace.start(file),
    stopGoTrace: () => trace.stop(),
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

/** A recording that is written to a file of the caller. */
class FileRecording {
  readonly #files: DebugFiles
  readonly #name: string
  readonly #recording: Recording
  #file = ''

  constructor(files: DebugFiles, name: string, recording: Recording) {
    this.#files = files
    this.#name = name
    this.#recording = recording
  }

  async start(file: string): Promise<null> {
    if (this.#recording.isRunning)
      throw errors.profileRunning(undefined, `${this.#name} already in progress`)
    // Create the file first, so that an invalid path fails immediately.
    await this.#recording.start(() => this.#files.write(file, ''))
    this.#file = file
    return null
  }

  async stop(): Promise<null> {
    const data = this.#recording.stop()
    if (data === undefined)
      throw errors.profileNotRunning(undefined, `${this.#name} not in progress`)
    await this.#files.write(this.#file, JSON.stringify(await data))
    return null
  }

  async during(file: string, seconds: number): Promise<null> {
    await this.start(file)
    await wait(seconds * SECOND, undefined, { ref: false })
    return this.stop()
  }
}
