import type { Context, Middleware } from '../types.ts'
import { observed } from './outcome.ts'

/** The members of an OpenTelemetry span that `tracing` uses. */
export interface TraceSpan {
  setAttribute(name: string, value: string | number): unknown
  setStatus(status: { code: number; message?: string }): unknown
  end(): void
}

/**
 * The members of `@opentelemetry/api` (1.x) that `tracing` uses. `Position` is the type `Context` of that
 * package.
 */
export interface TraceApi<Position, Span extends TraceSpan> {
  readonly context: {
    active(): Position
    with<T>(position: Position, run: () => T): T
  }
  readonly propagation: {
    extract(
      position: Position,
      carrier: unknown,
      getter: {
        keys(carrier: unknown): string[]
        get(carrier: unknown, key: string): string | string[] | undefined
      },
    ): Position
  }
  readonly trace: {
    getTracer(name: string): {
      startSpan(
        name: string,
        options: { kind: number; attributes: Record<string, string> },
        position: Position,
      ): Span
    }
    setSpan(position: Position, span: Span): Position
  }
}

/** Values of `SpanKind.SERVER` and `SpanStatusCode.ERROR` in OpenTelemetry. */
const SERVER = 1
const ERROR = 2

/**
 * Returns middleware that creates a span for every call. The parent of the span is the span in the
 * `traceparent` header (W3C Trace Context). Spans created by the handler are children of the span. Attributes
 * follow the semantic conventions for RPC and never contain params.
 */
export function tracing<Position, Span extends TraceSpan>(
  { context, propagation, trace }: TraceApi<Position, Span>,
  name: string = '@rpcloom/rpc',
): Middleware {
  const tracer = trace.getTracer(name)
  return ({ method, ctx }, next) => {
    const parent = propagation.extract(context.active(), ctx.headers, headers)
    const attributes = {
      'rpc.system': 'jsonrpc',
      'rpc.service': ctx.group,
      'rpc.method': method.name,
      'rpc.jsonrpc.version': '2.0',
      'network.transport': ctx.transport,
      ...(ctx.id !== undefined && { 'rpc.jsonrpc.request_id': String(ctx.id).slice(0, 100) }),
      ...(ctx.remote !== undefined && { 'client.address': ctx.remote }),
    }
    const span = tracer.startSpan(method.name, { kind: SERVER, attributes }, parent)
    const run = (): unknown =>
      observed(next, ({ code }) => {
        if (code !== undefined) {
          span.setAttribute('rpc.jsonrpc.error_code', code)
          span.setStatus({ code: ERROR })
        }
        span.end()
      })
    return context.with(trace.setSpan(parent, span), run)
  }
}

const headers = {
  keys: (carrier: unknown): string[] => Object.keys(carrier as Context['headers']),
  get(carrier: unknown, key: string): string | string[] | undefined {
    const value = (carrier as Context['headers'])[key]
    return typeof value === 'string' || value === undefined ? value : [...value]
  },
}
