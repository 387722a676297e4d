import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import type { Entry, Reader } from '../../store/store.ts'
import type { StateReader } from '../engine/node-store.ts'
import type { FromWorker, Read, ToWorker } from './job.ts'

type Found = Exclude<ToWorker, { readonly kind: 'job' }>
/** A read without its number. */
type Unnumbered = Read extends infer R ? (R extends Read ? Omit<R, 'id'> : never) : never

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** Milliseconds between looks for the response to a read that blocks the thread. */
const LOOK = 0.2

/** Reads the store of the main thread from a worker. */
export class RemoteReader implements StateReader {
  readonly #port: MessagePort
  readonly #pending = new Map<number, Pending>()
  #last = 0

  /** Reads are sent to the main thread through `port`, and settled by {@link receive}. */
  constructor(port: MessagePort) {
    this.#port = port
  }

  /** Settles the read that a message of the main thread belongs to. */
  receive(message: Found): void {
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.kind === 'found') pending?.resolve(message.value)
    else pending?.reject(unreadable())
  }

  // Safe casts: the main thread answers each kind of read with the result of the method of a reader.
  readonly get: Reader['get'] = (key) =>
    this.#read({ kind: 'get', key }) as Promise<Uint8Array | undefined>

  readonly getMany: Reader['getMany'] = (keys) =>
    this.#read({ kind: 'getMany', keys }) as Promise<readonly (Uint8Array | undefined)[]>

  readonly page: Reader['page'] = (prefix, limit, after) =>
    this.#read({ kind: 'page', prefix, limit, after }) as Promise<readonly Entry[]>

  readonly getNow: NonNullable<StateReader['getNow']> = (key) => {
    const id = this.#send({ kind: 'get', key })
    const clock = new Int32Array(new SharedArrayBuffer(4))
    for (;;) {
      // Jobs are sent only after the result of the last one.
      const next: { readonly message: Found } | undefined = receiveMessageOnPort(this.#port)
      if (next === undefined) Atomics.wait(clock, 0, 0, LOOK)
      else if (next.message.id !== id) this.receive(next.message)
      // Safe cast: the main thread answers `get` with bytes.
      else if (next.message.kind === 'found') return next.message.value as Uint8Array | undefined
      else throw unreadable()
    }
  }

  #send(read: Unnumbered): number {
    const id = ++this.#last
    const message: FromWorker = { ...read, id }
    this.#port.postMessage(message, [])
    return id
  }

  #read(read: Unnumbered): Promise<unknown> {
    const id = this.#send(read)
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }))
  }
}

function unreadable(): Error {
  return new Error('The main thread could not read the store')
}

/** Answers a read of a worker, in the main thread. */
export async function answer(reader: Reader, read: Read): Promise<unknown> {
  switch (read.kind) {
    case 'get':
      return exact(await reader.get(read.key))
    case 'getMany':
      return (await reader.getMany(read.keys)).map(exact)
    case 'page': {
      const entries = await reader.page(read.prefix, read.limit, read.after)
      return entries.map(({ key, value }) => ({ key: exact(key), value: exact(value) }))
    }
    default:
      return read satisfies never
  }
}

/** Copies bytes that are part of a larger buffer, because a message contains the whole buffer. */
function exact(bytes: Uint8Array | undefined): Uint8Array | undefined {
  if (bytes === undefined || bytes.byteLength === bytes.buffer.byteLength) return bytes
  return Uint8Array.from(bytes)
}
