/** The part of a client of ioredis 5 or 6 that this package uses. */
export interface IoRedisClient {
  readonly status: string
  call(...args: [command: string, ...args: string[]]): Promise<unknown>
  duplicate(override?: object): IoRedisClient
  on(event: 'error', listener: (error: Error) => void): unknown
  disconnect(): void
}

/** The part of a client of node-redis 5 or 6 (`redis`, `@redis/client`) that this package uses. */
export interface NodeRedisClient {
  readonly isOpen: boolean
  readonly isReady: boolean
  readonly options?: { readonly socket?: object | undefined } | undefined
  sendCommand(args: string[]): Promise<unknown>
  duplicate(override?: object): NodeRedisClient
  on(event: 'error', listener: (error: Error) => void): unknown
  connect(): Promise<unknown>
  destroy(): void
}

/** A client of ioredis or node-redis. Only its options are used: connections are duplicates of it. */
export type RedisClient = IoRedisClient | NodeRedisClient

/** A connection that opens again after a loss. It keeps no commands while it is not connected. */
export interface Connection {
  readonly isReady: boolean
  /** Rejects if there is no connection, or if it is lost before the response. */
  send(command: readonly [name: string, ...args: string[]]): Promise<unknown>
  close(): void
}

/**
 * Time in milliseconds without a response after which a connection is replaced. It may be lost without a notice, for example with
 * its machine.
 */
export const SILENT_MS = 5000
/** Maximum time in milliseconds between two attempts. */
const RETRY_MS = 500
const CONNECT_MS = 2000

/** Opens a connection with the options of a client. `onError` is called when it fails. */
export function connect(client: RedisClient, onError: (error: unknown) => void): Connection {
  return 'call' in client ? connectIoRedis(client, onError) : connectNodeRedis(client, onError)
}

/** Returns the time in milliseconds to wait after a number of attempts that failed. */
export function retryDelay(attempts: number): number {
  return Math.min(RETRY_MS, 50 * (attempts + 1))
}

/** Commands that were not executed are never repeated: their callers do not wait for them any more. */
function connectIoRedis(client: IoRedisClient, onError: (error: unknown) => void): Connection {
  const own = client.duplicate({
    lazyConnect: false,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: undefined,
    connectTimeout: CONNECT_MS,
    retryStrategy: retryDelay,
  })
  own.on('error', onError)
  return {
    get isReady() {
      return own.status === 'ready'
    },
    send: (command) => own.call(...command),
    close: () => own.disconnect(),
  }
}

function connectNodeRedis(client: NodeRedisClient, onError: (error: unknown) => void): Connection {
  const own = client.duplicate({
    disableOfflineQueue: true,
    socket: {
      ...client.options?.socket,
      connectTimeout: CONNECT_MS,
      reconnectStrategy: retryDelay,
    },
  })
  own.on('error', onError)
  // Rejects only when the connection is closed, since it connects again after each error.
  own.connect().catch(() => {})
  return {
    get isReady() {
      return own.isReady
    },
    send: (command) => own.sendCommand([...command]),
    close() {
      // Version 5 throws if it is closed already.
      if (own.isOpen) own.destroy()
    },
  }
}
