import * as api from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { callLog, logTo } from '@rpcloom/rpc/server'
import { metrics, metricsText } from '@rpcloom/rpc/metrics'
import { tracing } from '@rpcloom/rpc/tracing'
import { dispatcher } from './server-fixture.ts'

const call = (method: string, params: unknown = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

describe('the log of calls', () => {
  test('contains method, code and duration, and no secrets', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
    const log = logTo(logger)
    const server = dispatcher({ log, middleware: [callLog(log, { slowMs: 10_000 })] })
    await server.handle(call('info.echo', { text: 'a', password: 'hunter2-hunter2' }))
    await server.handle(call('info.fails', { how: 'late' }))
    await server.handle(call('info.echo', {}), { remote: '10.0.0.1' })
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries).toMatchObject([
      { level: 20, msg: 'A call', group: 'info', method: 'info.echo', transport: 'memory' },
      { level: 20, msg: 'A call', method: 'info.fails', code: -32603 },
      { level: 50, msg: 'A handler failed', err: { message: 'secret detail' } },
      { level: 20, method: 'info.echo', code: -32602, remote: '10.0.0.1' },
    ])
    expect(lines.join('')).not.toContain('hunter2')
  })

  test('reports slow calls as warnings', async () => {
    const logged: string[] = []
    const middleware = [
      callLog((level, message) => logged.push(`${level} ${message}`), { slowMs: 0 }),
    ]
    await dispatcher({ middleware }).handle(call('info.slow'))
    expect(logged).toEqual(['warn Slow call'])
  })
})

describe('metrics', () => {
  test('count calls by method and code, rejections, and durations, in the text format', async () => {
    const meter = metrics()
    const server = dispatcher({ middleware: [meter.middleware], refused: meter.refused })
    meter.gauge('sockets', 'Open sockets', () => 7)
    await server.handle(call('info.empty'))
    await server.handle(call('info.empty'))
    await server.handle(call('info.fails', { how: 'rpc' }))
    await server.handle(call('info.echo', {}))
    await server.handle(call('info.none'))
    await server.handle('{')
    const open = server.handle(call('info.slow'))
    expect(meter.text()).toContain('\nrpc_calls_open 1\n')
    await open
    const text = meter.text()
    for (const line of [
      'rpc_calls_total{group="info",method="info.empty",transport="memory",code="0"} 2',
      'rpc_calls_total{group="info",method="info.fails",transport="memory",code="-32010"} 1',
      'rpc_calls_total{group="info",method="info.echo",transport="memory",code="-32602"} 1',
      'rpc_refused_total{transport="memory",code="-32601"} 1',
      'rpc_refused_total{transport="memory",code="-32700"} 1',
      'rpc_call_duration_seconds_count{group="info",method="info.empty",transport="memory"} 2',
      'rpc_calls_open 0',
      'rpc_sockets 7',
    ]) {
      expect(text.split('\n')).toContain(line)
    }
    const sample =
      /^[A-Za-z_:][\w:]*(\{[A-Za-z_]\w*="(?:[^"\\\n]|\\.)*"(,[A-Za-z_]\w*="(?:[^"\\\n]|\\.)*")*\})? -?[\d.e+-]+$/
    for (const line of text.trimEnd().split('\n')) {
      expect(line.startsWith('# ') || sample.test(line), line).toBe(true)
    }
  })

  test('have cumulative buckets, and no labels for unknown methods', async () => {
    const meter = metrics({ prefix: 'node', bounds: [0.001, 1000] })
    const server = dispatcher({ middleware: [meter.middleware], refused: meter.refused })
    await server.handle(call('info.slow'))
    for (let n = 0; n < 50; n++) await server.handle(call(`info.made_up_${n}`))
    const counts = [...meter.text().matchAll(/le="(.*?)"\} (\d+)/g)].map(([, le, n]) => [le, n])
    expect(counts).toEqual([
      ['0.001', '0'],
      ['1000', '1'],
      ['+Inf', '1'],
    ])
    expect(meter.text()).not.toContain('made_up')
  })

  test('of an application are written in the same format', () => {
    const text = metricsText([
      { name: 'a_total', type: 'counter', help: 'One value', values: 3 },
      {
        name: 'b',
        type: 'gauge',
        help: 'A value for each label',
        values: [
          [{ chain: 'X' }, 0.5],
          [{ chain: 'a "quoted"\n\\ name', more: '1' }, -1e21],
        ],
      },
      { name: 'c', type: 'gauge', help: 'No value yet', values: [] },
    ])
    expect(text.split('\n')).toEqual([
      '# HELP a_total One value',
      '# TYPE a_total counter',
      'a_total 3',
      '# HELP b A value for each label',
      '# TYPE b gauge',
      'b{chain="X"} 0.5',
      'b{chain="a \\"quoted\\"\\n\\\\ name",more="1"} -1e+21',
      '# HELP c No value yet',
      '# TYPE c gauge',
      '',
    ])
  })
})

describe('traces', () => {
  test("have a span per call, below the caller's and around the handler's", async () => {
    const exporter = new InMemorySpanExporter()
    const provider = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    })
    // Uses only the context passed to the middleware, so that no global state remains.
    const current: api.Context[] = [api.ROOT_CONTEXT]
    const server = dispatcher({
      middleware: [
        tracing({
          context: {
            active: () => current.at(-1) ?? api.ROOT_CONTEXT,
            with(position: api.Context, run) {
              current.push(position)
              try {
                return run()
              } finally {
                current.pop()
              }
            },
          },
          propagation: { extract: extractTraceParent },
          trace: { getTracer: (name) => provider.getTracer(name), setSpan: api.trace.setSpan },
        }),
        (_, next) => {
          provider.getTracer('handler').startSpan('inside', {}, current.at(-1)).end()
          return next()
        },
      ],
    })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await server.handle(call('info.slow'), { headers: { traceparent }, remote: '10.0.0.1' })
    await server.handle(call('info.fails', { how: 'rpc' }))
    const spans = exporter.getFinishedSpans()
    expect(spans.map(({ name }) => name)).toEqual(['inside', 'info.slow', 'inside', 'info.fails'])
    const [inside, slow, , fails] = spans
    expect(slow?.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c')
    expect(slow?.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
    expect(inside?.parentSpanContext?.spanId).toBe(slow?.spanContext().spanId)
    expect(slow).toMatchObject({
      kind: api.SpanKind.SERVER,
      status: { code: api.SpanStatusCode.UNSET },
      attributes: {
        'rpc.system': 'jsonrpc',
        'rpc.method': 'info.slow',
        'client.address': '10.0.0.1',
      },
    })
    expect(fails).toMatchObject({
      status: { code: api.SpanStatusCode.ERROR },
      attributes: { 'rpc.jsonrpc.error_code': -32010 },
    })
  })

  test('accept the OpenTelemetry module', async () => {
    const server = dispatcher({ middleware: [tracing(api)] })
    expect(await server.handle(call('info.empty'))).toContain('"result":{}')
  })
})

/** Parses W3C Trace Context like the SDK's propagator. */
function extractTraceParent(
  position: api.Context,
  carrier: unknown,
  getter: { get(carrier: unknown, key: string): string | string[] | undefined },
): api.Context {
  const header = getter.get(carrier, 'traceparent')
  const [, traceId, spanId] = /^00-(.{32})-(.{16})-/.exec(String(header)) ?? []
  if (traceId === undefined || spanId === undefined) return position
  return api.trace.setSpanContext(position, { traceId, spanId, traceFlags: 1, isRemote: true })
}
