import type { TraceConfig } from '@native-node/server/c-chain'
import type { Hex } from '../hex.ts'
import { errors } from '../api/evm/errors.ts'
import { CallTracer } from './calls.ts'
import { Erc7562Tracer } from './erc7562.ts'
import { FlatCallTracer, type TracedPosition } from './flat-calls.ts'
import { JavaScriptTracer, type TracedTx } from './javascript/javascript-tracer.ts'
import { PrestateTracer } from './prestate.ts'
import { SelectorTracer } from './selectors.ts'
import { StepTracer } from './steps.ts'
import type { Tracer } from './tracer.ts'

export interface TraceSubject {
  readonly tx: TracedTx
  /** The sender, the receiver and the miner. */
  readonly involved: readonly Hex[]
  readonly position: TracedPosition
  readonly logsBefore: number
  /** Prefix of bytes in traces. */
  readonly prefix: '' | '0x'
}

/** Names of the tracers, as in the schema of the API. Every other string with a brace is JavaScript. */
const TRACERS = [
  'callTracer',
  'flatCallTracer',
  'prestateTracer',
  '4byteTracer',
  'noopTracer',
  'muxTracer',
  'erc7562Tracer',
]

/** Returns the tracer for a configuration. The default tracer records all steps. */
export function tracerOf(config: TraceConfig | null | undefined, subject: TraceSubject): Tracer {
  const name = config?.tracer
  if (name === undefined || name === null) {
    const { disableStorage, disableStack, enableMemory, enableReturnData, limit } = config ?? {}
    // Only these members: a configuration may have many unknown ones.
    const known = { disableStorage, disableStack, enableMemory, enableReturnData, limit }
    return new StepTracer(given(known), subject.prefix)
  }
  return named(name, config?.tracerConfig ?? {}, subject)
}

/**
 * Creates a tracer by name. The settings of `muxTracer` may contain null instead of the settings of
 * a tracer; null selects the default settings.
 */
function named(name: string, settings: object, subject: TraceSubject): Tracer {
  switch (name) {
    case 'callTracer':
      return new CallTracer(given(settings), subject.logsBefore)
    case 'flatCallTracer':
      return new FlatCallTracer(given(settings), subject.position)
    case 'prestateTracer':
      return new PrestateTracer(given(settings), subject.involved)
    case '4byteTracer':
      return new SelectorTracer()
    case 'erc7562Tracer':
      return new Erc7562Tracer(given(settings), subject.logsBefore)
    case 'noopTracer':
      return { attach() {}, finish: async () => ({}) }
    case 'muxTracer':
      return several(
        Object.entries(settings).map(([inner, own]) => [
          inner,
          named(inner, typeof own === 'object' && own !== null ? own : {}, subject),
        ]),
      )
    default:
      if (name.includes('{')) return new JavaScriptTracer(name, settings, subject.tx)
      throw errors.unknownTracer(
        undefined,
        `unknown tracer '${name}'; the tracers are ${TRACERS.join(', ')}`,
      )
  }
}

function several(tracers: readonly (readonly [string, Tracer])[]): Tracer {
  return {
    async before(machine) {
      for (const [, tracer] of tracers) await tracer.before?.(machine)
    },
    attach(events, machine) {
      for (const [, tracer] of tracers) tracer.attach(events, machine)
    },
    async after(machine, outcome) {
      for (const [, tracer] of tracers) await tracer.after?.(machine, outcome)
    },
    async finish(machine, outcome) {
      const results: [string, unknown][] = []
      for (const [name, tracer] of tracers) {
        results.push([name, await tracer.finish(machine, outcome)])
      }
      return Object.fromEntries(results)
    },
  }
}

function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], null | undefined> } {
  const entries = Object.entries(members).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  // Safe cast: only members with null values were removed.
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], null | undefined> }
}
