import type { TraceConfig } from '@native-node/server/c-chain'

/** Milliseconds per unit of time. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}
const DEFAULT = 5000

/**
 * Returns the time limit of a trace in milliseconds. The schema of the API document has validated
 * `timeout`.
 */
export function timeoutOf(config: Pick<TraceConfig, 'timeout'> | null | undefined): number {
  const text = config?.timeout ?? undefined
  if (text === undefined) return DEFAULT
  const parts = [...text.matchAll(/([\d.]+)([a-z]+)/g)]
  return parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 0), 0)
}
