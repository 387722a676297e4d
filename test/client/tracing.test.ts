import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { createClient, hooked, type Transport } from '@native-node/client'
import { createMock } from '@native-node/mock'
import { expect, test } from 'vitest'

/** User code that creates a span for every request. The client does not depend on OpenTelemetry. */
function traced(transport: Transport, tracer = trace.getTracer('node')): Transport {
  return async (request) => {
    const { call, batch, path } = request
    const span = tracer.startSpan(call?.name ?? `batch of ${batch?.length}`, {
      attributes: { 'rpc.system': 'jsonrpc', 'rpc.method': call?.name ?? '', 'url.path': path },
    })
    const headers: Record<string, string> = {}
    propagation.inject(trace.setSpan(context.active(), span), headers, {
      set: (carrier: Record<string, string>, name, value) => void (carrier[name] = value),
    })
    headers['traceparent'] ??= `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`
    const observed = hooked(transport, {
      before: (one) => ({ ...one, headers: { ...one.headers, ...headers } }),
      after({ response, error }) {
        if (response) span.setAttribute('http.response.status_code', response.status)
        if (error instanceof Error)
          span.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
        span.end()
      },
    })
    return observed(request)
  }
}

test('a tracer sees every request, and the node its context', async () => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const tracer = provider.getTracer('test')
  const mock = createMock({ seed: 1 })
  const seen: (string | undefined)[] = []
  const watched: Transport = (request) => {
    seen.push(request.headers?.['traceparent'])
    return request.path.includes('keystore')
      ? Promise.reject(new Error('down'))
      : mock.transport(request)
  }
  const node = createClient({ transport: traced(watched, tracer) })
  await node.info.getNodeID()
  await node.batch((n) => Promise.all([n.cChain.eth.chainId(), n.cChain.eth.blockNumber()]))
  await node.keystore.listUsers().catch(() => undefined)
  const spans = exporter.getFinishedSpans()
  expect(spans.map(({ name }) => name)).toEqual([
    'info.getNodeID',
    'batch of 2',
    'keystore.listUsers',
  ])
  expect(spans[0]?.attributes).toMatchObject({
    'rpc.method': 'info.getNodeID',
    'http.response.status_code': 200,
  })
  expect(spans[2]?.status.code).toBe(SpanStatusCode.ERROR)
  expect(seen).toEqual(
    spans.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
  )
})
