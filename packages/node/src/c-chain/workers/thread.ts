import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { RpcError } from '@native-node/server'
import type { Reader } from '../../store/store.ts'
import type { Print } from '../engine/console-log.ts'
import type { FromWorker, Job, JobError, ToWorker } from './job.ts'
import { answer } from './remote-reader.ts'

/** Maximum size of the heap of a worker in MB. Its typed arrays come in addition, which the meter limits. */
const MAX_HEAP_MB = 256
/** Maximum delay of a timer. Longer ones would ring at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Why a job ended before its result. */
export type Ended = 'time' | 'trace time' | 'memory' | 'caller left' | 'busy' | 'closed'

/** The compiled file of a worker, and its `workerData`. */
export interface WorkerProgram {
  readonly file: URL
  readonly data: unknown
}

export interface Task {
  /** Returns the job when it starts. */
  readonly job: () => Job
  /** What the job reads. */
  readonly reader: Reader
  /** Time limit from the start of the job. */
  readonly milliseconds: number
  readonly signal: AbortSignal | undefined
  /** Returns the error with which the caller learns why the job ended. */
  readonly failure: (why: Ended) => Error
  /** Called with what the contracts of the job printed. */
  readonly print?: Print | undefined
}

interface Running extends Task {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  startedAt?: number
  timer?: NodeJS.Timeout | undefined
  traceTimer?: NodeJS.Timeout | undefined
  /** The first read that failed. Its error explains the error of the job. */
  readError?: unknown
  readonly leave: () => void
}

/** A worker thread, which runs one job at a time. To end a job, the whole thread is ended. */
export class Thread {
  readonly #worker: Worker
  readonly #onExit: () => void
  #running: Running | undefined
  #milliseconds = 0
  #isEnded = false

  /** `onExit` is called once, when the thread runs no more jobs. */
  constructor({ file, data }: WorkerProgram, onExit: () => void) {
    this.#onExit = onExit
    this.#worker = new Worker(file, {
      workerData: data,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    this.#worker.unref()
    this.#worker.on('message', (message: FromWorker) => void this.#receive(message))
    this.#worker.on('error', (error) => this.#failed(error))
    this.#worker.on('exit', () => this.#failed(new Error('A worker thread exited')))
  }

  /** Runs a job. */
  async run(task: Task): Promise<unknown> {
    this.#worker.ref()
    try {
      return await new Promise((resolve, reject) => {
        const leave = (): void => this.end('caller left')
        this.#running = { ...task, resolve, reject, leave }
        task.signal?.addEventListener('abort', leave, { once: true })
        this.#send({ kind: 'job', job: task.job() })
      })
    } finally {
      this.#worker.unref()
    }
  }

  /** Milliseconds that the last job took. */
  get milliseconds(): number {
    return this.#milliseconds
  }

  /** Ends the thread and its job. */
  end(why: Ended): void {
    this.#exit()
    this.#settle((running) => running.reject(running.failure(why)))
  }

  #failed(error: Error): void {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    this.#exit()
    this.#settle((running) => running.reject(isMemory ? running.failure('memory') : error))
  }

  #exit(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    void this.#worker.terminate()
    this.#onExit()
  }

  #settle(settle: (running: Running) => void): void {
    const running = this.#running
    if (running === undefined) return
    this.#running = undefined
    const { startedAt } = running
    this.#milliseconds = startedAt === undefined ? 0 : performance.now() - startedAt
    clearTimeout(running.timer)
    clearTimeout(running.traceTimer)
    running.signal?.removeEventListener('abort', running.leave)
    settle(running)
  }

  async #receive(message: FromWorker): Promise<void> {
    const running = this.#running
    if (running === undefined) return
    switch (message.kind) {
      case 'started':
        running.startedAt = performance.now()
        running.timer = this.#timer(running.milliseconds, 'time')
        return
      case 'trace':
        clearTimeout(running.traceTimer)
        running.traceTimer = this.#timer(message.milliseconds, 'trace time')
        return
      case 'printed':
        running.print?.(message.lines)
        return
      case 'result':
        this.#settle(({ resolve }) => resolve(message.value))
        return
      case 'error':
        this.#settle(({ reject, readError }) => reject(readError ?? errorOf(message.error)))
        return
      case 'get':
      case 'getMany':
      case 'page':
        try {
          const value = await answer(running.reader, message)
          this.#send({ kind: 'found', id: message.id, value })
        } catch (error) {
          running.readError ??= error
          this.#send({ kind: 'unreadable', id: message.id })
        }
        return
      default:
        message satisfies never
    }
  }

  #timer(milliseconds: number, why: Ended): NodeJS.Timeout | undefined {
    if (milliseconds > LONGEST_TIMER) return undefined
    return setTimeout(() => this.end(why), Math.max(milliseconds, 0))
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message, [])
  }
}

function errorOf(error: JobError): Error {
  if (error.kind === 'response') {
    const { code, message, data, reason } = error
    return new RpcError(code, message, { data, reason })
  }
  return Object.assign(new Error(error.message), { stack: error.stack })
}
