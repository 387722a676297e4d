import type { Middleware, Refusal } from '../types.ts'
import { observed } from './outcome.ts'

/** Upper bounds of the histogram, in seconds. */
const BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

/** Options of `metrics`. */
export interface MetricsOptions {
  /** Prefix of all metric names; `rpc` by default. */
  readonly prefix?: string
  /** Upper bounds of the histogram, in seconds, ascending. */
  readonly bounds?: readonly number[]
}

/** Prometheus metrics. Pass `middleware` and `refused` to the server, and serve the result of `text()`. */
export interface Metrics {
  readonly middleware: Middleware
  readonly refused: (refusal: Refusal) => void
  /** Adds a gauge, such as the number of open sockets. `read` is called on each scrape. */
  gauge(name: string, help: string, read: () => number): void
  /** Returns all metrics in the text format of Prometheus, version 0.0.4. */
  text(): string
}

/** Media type of `text()`. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

interface Histogram {
  readonly buckets: number[]
  sum: number
  count: number
}

/**
 * Creates the metrics. Label values come only from documents and error codes, so callers cannot create new
 * label values.
 */
export function metrics({ prefix = 'rpc', bounds = BOUNDS }: MetricsOptions = {}): Metrics {
  const calls = new Map<string, number>()
  const refusals = new Map<string, number>()
  const durations = new Map<string, Histogram>()
  const gauges: { readonly name: string; readonly help: string; readonly read: () => number }[] = []
  let open = 0
  return {
    middleware({ group, method, ctx }, next) {
      const labels = { group: group.key, method: method.name, transport: ctx.transport }
      open++
      return observed(next, ({ code, durationMs }) => {
        open--
        count(calls, labelText({ ...labels, code: String(code ?? 0) }))
        measure(durations, labelText(labels), { seconds: durationMs / 1000, bounds })
      })
    },
    refused({ code, transport }) {
      count(refusals, labelText({ transport, code: String(code) }))
    },
    gauge(name, help, read) {
      gauges.push({ name: `${prefix}_${name}`, help, read })
    },
    text: () =>
      [
        ...family(
          `${prefix}_calls_total`,
          'counter',
          'Calls by method and error code; 0 for success',
        ),
        ...[...calls].map(([labels, value]) => `${prefix}_calls_total{${labels}} ${value}`),
        ...family(
          `${prefix}_refused_total`,
          'counter',
          'Rejected messages that called no known method',
        ),
        ...[...refusals].map(([labels, value]) => `${prefix}_refused_total{${labels}} ${value}`),
        ...family(
          `${prefix}_call_duration_seconds`,
          'histogram',
          'Time until the response is ready',
        ),
        ...[...durations].flatMap(([labels, histogram]) =>
          histogramLines(`${prefix}_call_duration_seconds`, labels, { histogram, bounds }),
        ),
        ...family(`${prefix}_calls_open`, 'gauge', 'Calls in progress'),
        `${prefix}_calls_open ${open}`,
        ...gauges.flatMap(({ name, help, read }) => [
          ...family(name, 'gauge', help),
          `${name} ${read()}`,
        ]),
        '',
      ].join('\n'),
  }
}

function count(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1)
}

function measure(
  histograms: Map<string, Histogram>,
  labels: string,
  { seconds, bounds }: { readonly seconds: number; readonly bounds: readonly number[] },
): void {
  const histogram = histograms.get(labels) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 }
  histograms.set(labels, histogram)
  const at = bounds.findIndex((bound) => seconds <= bound)
  if (at >= 0) histogram.buckets[at] = (histogram.buckets[at] ?? 0) + 1
  histogram.sum += seconds
  histogram.count++
}

function histogramLines(
  name: string,
  labels: string,
  { histogram, bounds }: { readonly histogram: Histogram; readonly bounds: readonly number[] },
): readonly string[] {
  let below = 0
  const lines = bounds.map((bound, at) => {
    below += histogram.buckets[at] ?? 0
    return `${name}_bucket{${labels},le="${bound}"} ${below}`
  })
  return [
    ...lines,
    `${name}_bucket{${labels},le="+Inf"} ${histogram.count}`,
    `${name}_sum{${labels}} ${histogram.sum}`,
    `${name}_count{${labels}} ${histogram.count}`,
  ]
}

function family(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function labelText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
