import type { TraceConfig } from '@native-node/server/c-chain'

/** What one unit of a duration is in milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}
const DEFAULT = 5000

/** Milliseconds that the trace of one transaction may take; `timeout` has the form that the document gives it. */
export function timeoutOf(config: Pick<TraceConfig, 'timeout'> | null | undefined): number {
  const text = config?.timeout ?? undefined
  if (text === undefined) return DEFAULT
  const parts = [...text.matchAll(/([\d.]+)([a-z]+)/g)]
  return parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 0), 0)
}
