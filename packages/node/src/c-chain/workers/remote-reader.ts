import type { Entry, Reader } from '../../store/store.ts'
import type { Read, ToWorker } from './job.ts'

type Found = Exclude<ToWorker, { readonly kind: 'job' }>
/** A read without its number. */
type Unnumbered = Read extends infer R ? (R extends Read ? Omit<R, 'id'> : never) : never

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** Reads the store of the main thread from a worker. */
export class RemoteReader implements Reader {
  readonly #send: (read: Read) => void
  readonly #pending = new Map<number, Pending>()
  #last = 0

  /** `send` sends a read to the main thread, which settles it by {@link receive}. */
  constructor(send: (read: Read) => void) {
    this.#send = send
  }

  /** Settles the read that a message of the main thread belongs to. */
  receive(message: Found): void {
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.kind === 'found') pending?.resolve(message.value)
    else pending?.reject(new Error('The main thread could not read the store'))
  }

  // Safe casts: the main thread answers each kind of read with the result of the method of a reader.
  readonly get: Reader['get'] = (key) =>
    this.#read({ kind: 'get', key }) as Promise<Uint8Array | undefined>

  readonly getMany: Reader['getMany'] = (keys) =>
    this.#read({ kind: 'getMany', keys }) as Promise<readonly (Uint8Array | undefined)[]>

  readonly page: Reader['page'] = (prefix, limit, after) =>
    this.#read({ kind: 'page', prefix, limit, after }) as Promise<readonly Entry[]>

  #read(read: Unnumbered): Promise<unknown> {
    const id = ++this.#last
    this.#send({ ...read, id })
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }))
  }
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
