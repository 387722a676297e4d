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
  readonly isReady: boolean
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

/** Maximum time in milliseconds between two attempts to connect. */
const RETRY_MS = 500
const CONNECT_MS = 2000

/** Opens a connection with the options of a client. */
export function connect(client: RedisClient): Connection {
  return 'call' in client ? connectIoRedis(client) : connectNodeRedis(client)
}

function retryDelay(attempt: number): number {
  return Math.min(RETRY_MS, 50 * (attempt + 1))
}

/** Commands that were not executed are never repeated: their callers do not wait for them any more. */
function connectIoRedis(client: IoRedisClient): Connection {
  const own = client.duplicate({
    lazyConnect: false,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: undefined,
    connectTimeout: CONNECT_MS,
    retryStrategy: retryDelay,
  })
  // The commands report what fails.
  own.on('error', () => {})
  return {
    get isReady() {
      return own.status === 'ready'
    },
    send: (command) => own.call(...command),
    close: () => own.disconnect(),
  }
}

function connectNodeRedis(client: NodeRedisClient): Connection {
  const own = client.duplicate({ disableOfflineQueue: true })
  own.on('error', () => {})
  let isClosed = false
  own.connect().catch(() => {})
  return {
    get isReady() {
      return own.isReady
    },
    send: (command) => own.sendCommand([...command]),
    close() {
      if (isClosed) return
      isClosed = true
      own.destroy()
    },
  }
}
