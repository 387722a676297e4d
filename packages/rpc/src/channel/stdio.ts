import { unreference } from '../client/abort.ts'
import { ProtocolError, TransportError } from '../errors.ts'
import type { Channel, ChannelEvents } from './channel.ts'
import type { Bytes, Framing } from './framing.ts'
import { headers } from './headers.ts'
import { lines } from './lines.ts'
import { values } from './values.ts'

/** The members of a readable stream of Node that this package uses. */
interface ReadableLike {
  on(event: string, listener: (value: unknown) => void): unknown
  pause(): unknown
  resume(): unknown
  destroy(): unknown
  readonly readableEnded: boolean
  readonly destroyed: boolean
}

/** The members of a writable stream of Node that this package uses. */
interface WritableLike {
  on(event: string, listener: (value: unknown) => void): unknown
  write(text: string): boolean
  end(): unknown
  destroy(): unknown
  /** Sockets of `node:net` have it: ends, and destroys what the other end does not close. */
  destroySoon?(): unknown
  readonly writableLength: number
}

/** The current process, whose standard streams lead to the process that started it. */
interface ProcessLike {
  readonly argv: readonly string[]
  readonly stdin: ReadableLike
  readonly stdout: WritableLike
}

/** A process that was started with `spawn`. */
interface ChildLike {
  readonly stdin: WritableLike | null
  readonly stdout: ReadableLike | null
  readonly exitCode: number | null
  readonly signalCode: string | null
  on(event: string, listener: (value: unknown) => void): unknown
}

/** A stream that can be read and written, such as a Unix socket or a TCP connection. */
type DuplexLike = ReadableLike & WritableLike

/** Time in milliseconds to wait for the status of a process that has closed its output. */
const EXIT_MS = 1000
/** Time in milliseconds that the other end has to read the last messages of a closed channel. */
const CLOSE_MS = 30_000

const framings = { lines, headers, values }

/** Options of a channel over streams. */
export interface StdioOptions {
  /** Maximum size of a message in bytes: 64 MiB by default. */
  readonly maxBytes?: number
}

/**
 * Returns a channel over `process`, a child process or a socket of Node. The framing says how messages are separated:
 * one a line (`lines`), by the header Content-Length (`headers`), or not at all (`values`).
 */
export function stdio(
  target: ProcessLike | ChildLike | DuplexLike,
  framing: 'lines' | 'headers' | 'values',
  { maxBytes = 64 * 1024 * 1024 }: StdioOptions = {},
): Channel {
  return new StreamChannel(streamsOf(target), framings[framing], maxBytes)
}

interface Streams {
  readonly readable: ReadableLike
  readonly writable: WritableLike
  readonly child?: ChildLike
  /** Whether the streams are those of the current process, whose output cannot be closed. */
  readonly isOwnProcess?: true
}

function streamsOf(target: ProcessLike | ChildLike | DuplexLike): Streams {
  if (!('stdin' in target)) return { readable: target, writable: target }
  if ('argv' in target)
    return { readable: target.stdin, writable: target.stdout, isOwnProcess: true }
  const { stdin, stdout } = target
  if (!stdin || !stdout)
    throw new TypeError('The process has no pipes: start it with `stdio: ["pipe", "pipe", ...]`')
  return { readable: stdout, writable: stdin, child: target }
}

class StreamChannel implements Channel {
  readonly #streams: Streams
  readonly #framing: Framing
  readonly #maxBytes: number
  /** Messages of the current task, which are written together. */
  #unsent = ''
  #isClosed = false

  constructor(streams: Streams, framing: Framing, maxBytes: number) {
    this.#streams = streams
    this.#framing = framing
    this.#maxBytes = maxBytes
  }

  get bufferedAmount(): number {
    return this.#streams.writable.writableLength + this.#unsent.length
  }

  send(text: string): void {
    if (this.#isClosed) return
    // A microtask runs before anything that waits for the call, such as the end of the process.
    if (this.#unsent === '') queueMicrotask(() => this.#flush())
    this.#unsent += this.#framing.frame(text)
  }

  #flush(): void {
    const text = this.#unsent
    this.#unsent = ''
    if (text !== '') this.#streams.writable.write(text)
  }

  listen(events: ChannelEvents): void {
    const { readable, writable, child, isOwnProcess } = this.#streams
    let isEnded = false
    let limit: ReturnType<typeof setTimeout> | undefined
    const end = (error: Error): void => {
      this.close()
      clearTimeout(limit)
      if (isEnded) return
      isEnded = true
      events.end(error)
    }
    const fail = (cause: unknown): void => end(new TransportError('The channel failed', { cause }))
    const split = this.#framing.splitter((text) => events.text(text), this.#maxBytes)
    readable.on('data', (part) => {
      if (isEnded) return
      try {
        // A stream without an encoding emits buffers.
        split(part as Bytes)
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error
        readable.destroy()
        end(error)
      }
    })
    // A process that closes its output receives nothing more. It is about to end, unless it waits for the end of its input.
    const stopped = (): void => {
      this.close()
      if (!child || statusOf(child) !== null) return end(endOf(child))
      limit ??= setTimeout(() => end(endOf(child)), EXIT_MS)
      child.on('exit', () => end(endOf(child)))
    }
    readable.on('end', () => {
      if (child || !events.done || isEnded) stopped()
      else events.done(endOf(child))
    })
    readable.on('close', () => {
      if (!isOwnProcess || !readable.readableEnded) stopped()
    })
    readable.on('error', fail)
    // The status of a process says more than the error of a write that it did not read.
    if (!Object.is(writable, readable)) writable.on('error', child ? stopped : fail)
    writable.on('drain', () => events.drain())
    child?.on('error', fail)
    child?.on('close', () => end(endOf(child)))
    // Streams that have ended emit nothing more.
    if (readable.destroyed) queueMicrotask(stopped)
  }

  close(): void {
    if (this.#isClosed) return
    this.#flush()
    this.#isClosed = true
    const { readable, writable, isOwnProcess } = this.#streams
    if (isOwnProcess) readable.destroy()
    else if (writable.destroySoon) writable.destroySoon()
    else writable.end()
    if (isOwnProcess) return
    // What the other end still sends is dropped, so that it can read the end of its input.
    readable.resume()
    const limit = setTimeout(() => writable.destroy(), CLOSE_MS)
    unreference(limit)
    writable.on('close', () => clearTimeout(limit))
  }

  pause(): void {
    this.#streams.readable.pause()
  }

  resume(): void {
    this.#streams.readable.resume()
  }
}

function endOf(child: ChildLike | undefined): Error {
  const status = child ? statusOf(child) : null
  return new TransportError(
    status === null ? 'The other end closed the channel' : `The process ended (${status})`,
  )
}

/** Returns the exit code of a process, or the signal that ended it; null if it runs. */
function statusOf({ exitCode, signalCode }: ChildLike): number | string | null {
  return exitCode ?? signalCode ?? null
}
