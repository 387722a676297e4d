import { Session } from 'node:inspector/promises'

/** Starts recording. Resolves with a function that stops recording and returns the data. */
type Record = (session: Session) => Promise<() => Promise<unknown>>

/** A recording of Node's inspector. It runs once at a time. */
export class Recording {
  readonly #record: Record
  #end: (() => Promise<unknown>) | undefined
  #isStarting = false

  constructor(record: Record) {
    this.#record = record
  }

  get isRunning(): boolean {
    return this.#isStarting || this.#end !== undefined
  }

  /** Runs `prepare`, and starts unless it fails. The caller checks that the recording is not running. */
  async start(prepare?: () => Promise<unknown>): Promise<void> {
    this.#isStarting = true
    const session = new Session()
    try {
      await prepare?.()
      session.connect()
      const finish = await this.#record(session)
      this.#end = () => finish().finally(() => session.disconnect())
    } catch (error) {
      session.disconnect()
      throw error
    } finally {
      this.#isStarting = false
    }
  }

  /** Stops, and returns the data. Returns undefined if the recording is not running. */
  stop(): Promise<unknown> | undefined {
    const end = this.#end
    this.#end = undefined
    return end?.()
  }
}

/** Records a profile that the developer tools of Chromium can open. */
export const recordCpu: Record = async (session) => {
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  return async () => (await session.post('Profiler.stop')).profile
}

/** Records events of Node and V8 in the trace format of Chromium. */
export const recordTrace: Record = async (session) => {
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
