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

/** A metric with its current values: one, or one for each combination of labels. */
export interface MetricFamily {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly values:
    number | readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]
}

/** Returns metrics in the text format of Prometheus, version 0.0.4. */
export function metricsText(families: readonly MetricFamily[]): string {
  return families.flatMap(familyLines).join('')
}

function familyLines({ name, type, help, values }: MetricFamily): readonly string[] {
  const samples = typeof values === 'number' ? [[{}, values] as const] : values
  const lines = samples.map(([labels, value]) => {
    const text = labelText(labels)
    return `${name}${text && `{${text}}`} ${value}\n`
  })
  return [`# HELP ${name} ${help}\n`, `# TYPE ${name} ${type}\n`, ...lines]
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
  const calls = new Counts()
  const refusals = new Counts()
  const durations = new Map<string, Histogram>()
  const gauges: (() => MetricFamily)[] = []
  let open = 0
  return {
    middleware({ group, method, ctx }, next) {
      const labels = { group: group.key, method: method.name, transport: ctx.transport }
      open++
      return observed(next, ({ code, durationMs }) => {
        open--
        calls.add({ ...labels, code: String(code ?? 0) })
        measure(durations, labelText(labels), { seconds: durationMs / 1000, bounds })
      })
    },
    refused({ code, transport }) {
      refusals.add({ transport, code: String(code) })
    },
    gauge(name, help, read) {
      gauges.push(() => ({ name: `${prefix}_${name}`, type: 'gauge', help, values: read() }))
    },
    text: () =>
      metricsText([
        {
          name: `${prefix}_calls_total`,
          type: 'counter',
          help: 'Calls by method and error code; 0 for success',
          values: calls.values,
        },
        {
          name: `${prefix}_refused_total`,
          type: 'counter',
          help: 'Rejected messages that called no known method',
          values: refusals.values,
        },
        {
          name: `${prefix}_calls_open`,
          type: 'gauge',
          help: 'Calls in progress',
          values: open,
        },
        ...gauges.map((read) => read()),
      ]) + histogramText(`${prefix}_call_duration_seconds`, durations, bounds),
  }
}

/** Counts by labels. */
class Counts {
  readonly #counts = new Map<string, [labels: Readonly<Record<string, string>>, value: number]>()

  add(labels: Readonly<Record<string, string>>): void {
    const key = labelText(labels)
    const count = this.#counts.get(key)
    if (count) count[1]++
    else this.#counts.set(key, [labels, 1])
  }

  get values(): readonly (readonly [Readonly<Record<string, string>>, number])[] {
    return [...this.#counts.values()]
  }
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

function histogramText(
  name: string,
  durations: ReadonlyMap<string, Histogram>,
  bounds: readonly number[],
): string {
  const lines = [...durations].flatMap(([labels, histogram]) =>
    histogramLines(name, labels, { histogram, bounds }),
  )
  const head = [`# HELP ${name} Time until the response is ready`, `# TYPE ${name} histogram`]
  return [...head, ...lines, ''].join('\n')
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

function labelText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
