import { availableParallelism } from 'node:os'
import { Thread, type Task, type WorkerProgram } from './thread.ts'

/** Maximum number of waiting jobs of all callers, and of one client. */
const MAX_WAITING = 256
const MAX_WAITING_PER_CLIENT = 128
/**
 * Maximum number of threads on a machine with many processors. Each can take 400 MB. Otherwise, there is one more than
 * processors, because one is left to other clients.
 */
const MOST_THREADS = 8
/** Milliseconds after which an idle thread ends. */
const IDLE_MS = 60_000

export interface PoolOptions {
  readonly program: WorkerProgram
  /** Maximum number of threads. */
  readonly size?: number
  readonly idleMs?: number
  /** Called with the time in milliseconds that the jobs of a client took. */
  readonly onTime?: ((client: string, milliseconds: number) => void) | undefined
}

/** A job of a client, by its address. */
export interface ClientTask extends Task {
  readonly client: string
}

interface Waiting {
  readonly task: ClientTask
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * Worker threads for jobs. A thread starts when a job needs it, and ends after a minute without jobs. Waiting jobs start
 * in their order, but no client can hold all threads.
 */
export class WorkerPool {
  readonly #options: PoolOptions
  readonly #size: number
  readonly #threads = new Set<Thread>()
  /** Threads without a job, with the timers that end them. */
  readonly #idle = new Map<Thread, NodeJS.Timeout>()
  readonly #waiting = new Set<Waiting>()
  /** Number of running jobs by client. */
  readonly #running = new Map<string, number>()
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#size = options.size ?? Math.min(Math.max(2, availableParallelism()) + 1, MOST_THREADS)
  }

  /** Number of threads. */
  get threads(): number {
    return this.#threads.size
  }

  /** Runs a job in a thread. Rejects at once if too many jobs wait. */
  async run(task: ClientTask): Promise<unknown> {
    const { client, signal, failure } = task
    if (this.#isClosed) throw failure('closed')
    if (signal?.aborted === true) throw failure('caller left')
    const own = [...this.#waiting].filter((other) => other.task.client === client)
    if (this.#waiting.size >= MAX_WAITING || own.length >= MAX_WAITING_PER_CLIENT) {
      throw failure('busy')
    }
    return new Promise((resolve, reject) => {
      const waiting = { task, resolve, reject }
      this.#waiting.add(waiting)
      const leave = (): void => {
        if (this.#waiting.delete(waiting)) reject(failure('caller left'))
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#start()
    })
  }

  /** Ends all threads and their jobs. */
  close(): void {
    this.#isClosed = true
    for (const { task, reject } of this.#waiting) reject(task.failure('closed'))
    this.#waiting.clear()
    for (const thread of this.#threads) thread.end('closed')
  }

  /** Starts waiting jobs while there are threads for them. */
  #start(): void {
    for (const waiting of this.#waiting) {
      if (this.#runningOf(waiting.task) >= this.#size - 1) continue
      const thread = this.#take()
      if (thread === undefined) return
      this.#waiting.delete(waiting)
      void this.#run(thread, waiting)
    }
  }

  async #run(thread: Thread, { task, resolve, reject }: Waiting): Promise<void> {
    const { client } = task
    this.#running.set(client, this.#runningOf(task) + 1)
    try {
      resolve(await thread.run(task))
    } catch (error) {
      reject(error)
    }
    const others = this.#runningOf(task) - 1
    if (others > 0) this.#running.set(client, others)
    else this.#running.delete(client)
    this.#options.onTime?.(client, thread.milliseconds)
    if (this.#threads.has(thread)) this.#rest(thread)
    // The job ended its thread. Starting another takes half a second, so do not wait for the next job.
    else if (!this.#isClosed && this.#idle.size === 0) this.#rest(this.#open())
    this.#start()
  }

  #runningOf({ client }: ClientTask): number {
    return this.#running.get(client) ?? 0
  }

  /** Returns a thread without a job, or a new one; undefined if all are busy. */
  #take(): Thread | undefined {
    const [idle] = this.#idle
    if (idle === undefined) return this.#threads.size < this.#size ? this.#open() : undefined
    const [thread, timer] = idle
    clearTimeout(timer)
    this.#idle.delete(thread)
    return thread
  }

  #open(): Thread {
    const thread = new Thread(this.#options.program, () => {
      this.#threads.delete(thread)
      clearTimeout(this.#idle.get(thread))
      this.#idle.delete(thread)
    })
    this.#threads.add(thread)
    return thread
  }

  #rest(thread: Thread): void {
    const timer = setTimeout(() => thread.end('closed'), this.#options.idleMs ?? IDLE_MS).unref()
    this.#idle.set(thread, timer)
  }
}
