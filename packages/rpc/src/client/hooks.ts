import type { MethodDescriptor } from '../descriptor.ts'
import { joinHeaders } from '../headers.ts'
import { isRoute } from './message.ts'
import type { Transport, TransportRequest, TransportResponse } from './types.ts'

/** A completed request, for logs, metrics and traces. */
export interface Exchange {
  readonly request: TransportRequest
  readonly response?: TransportResponse
  readonly error?: unknown
  readonly durationMs: number
}

/** Functions that are called before and after each request. */
export interface Hooks {
  /**
   * Called before a request is sent. A returned request, for example with trace headers, replaces the
   * original request.
   */
  readonly before?: (request: TransportRequest) => TransportRequest
  /** Called after the response or the error. Exceptions thrown by this function reach the caller. */
  readonly after?: (exchange: Exchange) => void
}

/** Calls hooks for every request, for example to record traces, metrics or logs. */
export function hooked(transport: Transport, { before, after }: Hooks): Transport {
  return async (original) => {
    const request = before?.(original) ?? original
    const start = performance.now()
    let outcome: Pick<Exchange, 'response' | 'error'> = {}
    try {
      const response = await transport(request)
      outcome = { response }
      return response
    } catch (error) {
      outcome = { error }
      throw error
    } finally {
      after?.({ request, ...outcome, durationMs: performance.now() - start })
    }
  }
}

/** Adds a unique ID to every request in a header, `x-request-id` by default. */
export function requestIds(
  transport: Transport,
  header: string = 'x-request-id',
  make: () => string = () => crypto.randomUUID(),
): Transport {
  const before = (request: TransportRequest): TransportRequest => ({
    ...request,
    headers: joinHeaders({ [header]: make() }, request.headers),
  })
  return hooked(transport, { before })
}

/** Names of the headers of servers that follow one log. */
export interface PositionHeaders {
  /** Header of responses with the position of the server, a decimal number. */
  readonly response: string
  /** Header of requests with the lowest position at which a server may respond. */
  readonly request: string
}

/**
 * Lets a client read its own writes behind a load balancer: remembers the highest position in the log that any response
 * had, and sends it with every request, so that no server responds with an older state. Wrap it in `coalesce` rather than the
 * reverse, since requests with headers of their own are not collected. Transports without headers, such as WebSockets, are
 * not affected.
 */
export function minimumPosition(transport: Transport, headers: PositionHeaders): Transport {
  let highest = 0n
  return async (request) => {
    const minimum = highest === 0n ? undefined : { [headers.request]: String(highest) }
    const response = await transport({ ...request, headers: joinHeaders(minimum, request.headers) })
    const position = positionIn(response.headers?.get(headers.response))
    if (position > highest) highest = position
    return response
  }
}

/** Returns the position in a header; 0 without one. */
function positionIn(text: string | null | undefined): bigint {
  return /^\d{1,19}$/.test(text ?? '') ? BigInt(text ?? 0) : 0n
}

/** Severity of a log entry. */
export type LogLevel = 'debug' | 'warn' | 'error'

const levels: readonly LogLevel[] = ['debug', 'warn', 'error']

/** A log entry. It contains no results, and secret params are redacted. */
export interface LogEntry {
  /** `error` if there was no response, `warn` for a failure status, `debug` for any other response. */
  readonly level: LogLevel
  /** Method name; absent for a batch. */
  readonly method?: string
  readonly path: string
  readonly params?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
  /** Name of the error if there was no response. */
  readonly error?: string
  readonly durationMs: number
}

/**
 * Writes a log entry for each request whose level is at least `minLevel`. By default, all requests are
 * logged.
 */
export function logged(
  transport: Transport,
  write: (entry: LogEntry) => void,
  minLevel: LogLevel = 'debug',
): Transport {
  const after = (exchange: Exchange): void => {
    const level = levelOf(exchange)
    if (levels.indexOf(level) >= levels.indexOf(minLevel)) write(entryOf(exchange, level))
  }
  return hooked(transport, { after })
}

function levelOf({ request, response }: Exchange): LogLevel {
  if (!response) return 'error'
  // A GET route may report an unhealthy server with a failure status. Such a response is not a failed
  // request.
  return !isRoute(request) && response.status > 299 ? 'warn' : 'debug'
}

function entryOf({ request, response, error, durationMs }: Exchange, level: LogLevel): LogEntry {
  const { call, path, headers } = request
  return {
    ...(call && { method: call.name }),
    ...(call && 'params' in request && { params: redactedParams(request.params, call) }),
    ...(headers && { headers: redacted(headers) as Record<string, string> }),
    ...(response && { status: response.status }),
    ...(error !== undefined && { error: error instanceof Error ? error.name : typeof error }),
    level,
    path,
    durationMs,
  }
}

const REDACTED = '(hidden)'

/** Names of members that are redacted even if the document does not mark them as secret. */
const secretName =
  /pass(word|phrase)|private_?key|secret|mnemonic|authorization|cookie|api_?key|token/i

/** Redacts secret params. Positional params are identified by their declared order. */
function redactedParams(params: unknown, { order, secrets = [] }: MethodDescriptor): unknown {
  const secretKeys = Array.isArray(params)
    ? secrets.map((name) => String(order.indexOf(name)))
    : secrets
  return redacted(params, (name, depth) => depth === 0 && secretKeys.includes(name))
}

function redacted(
  value: unknown,
  isSecret: (name: string, depth: number) => boolean = () => false,
  depth: number = 0,
): unknown {
  if (typeof value !== 'object' || value === null) return value
  const inner = (name: string, member: unknown): unknown =>
    member != null && (isSecret(name, depth) || secretName.test(name))
      ? REDACTED
      : redacted(member, isSecret, depth + 1)
  if (Array.isArray(value)) return value.map((item: unknown, index) => inner(String(index), item))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, inner(name, member)]),
  )
}
