import type { Hex } from '../hex.ts'
import { CallTracer, type Frame } from './calls.ts'
import type { Tracer } from './tracer.ts'

/** The position of the traced transaction, if it is in a block. */
export interface TracedPlace {
  readonly blockHash?: Hex
  readonly blockNumber?: number
  readonly transactionHash?: Hex
  readonly transactionPosition?: number
}

/** Collects the calls of a transaction as a flat list with their positions in the tree. */
export class FlatCallTracer implements Tracer {
  readonly #calls = new CallTracer()
  readonly #place: TracedPlace

  constructor(place: TracedPlace) {
    this.#place = place
  }

  readonly attach: Tracer['attach'] = (events, machine) => this.#calls.attach(events, machine)

  readonly finish: Tracer['finish'] = async (_, outcome) => {
    const top = this.#calls.tree(outcome)
    return top === undefined ? [] : [...flattened(top, [], this.#place)]
  }
}

function* flattened(
  frame: Frame,
  traceAddress: readonly number[],
  place: TracedPlace,
): Generator<object, void> {
  const calls = frame.calls ?? []
  yield {
    action: actionOf(frame),
    ...place,
    ...outcomeOf(frame),
    subtraces: calls.length,
    traceAddress,
    type: typeOf(frame),
  }
  for (const [at, call] of calls.entries()) yield* flattened(call, [...traceAddress, at], place)
}

function typeOf({ type }: Frame): string {
  if (type.startsWith('CREATE')) return 'create'
  return type === 'SELFDESTRUCT' ? 'suicide' : 'call'
}

function actionOf({ type, from, to, value, gas, input }: Frame): object {
  if (type === 'SELFDESTRUCT') return { address: from, refundAddress: to, balance: value }
  if (type.startsWith('CREATE')) {
    return { creationMethod: type.toLowerCase(), from, gas, init: input, value }
  }
  return { callType: type.toLowerCase(), from, to, gas, input, value: value ?? '0x0' }
}

function outcomeOf({ type, error, gasUsed, output, to }: Frame): object {
  if (error !== undefined) return { error: error === 'execution reverted' ? 'Reverted' : error }
  if (type === 'SELFDESTRUCT') return { result: null }
  return type.startsWith('CREATE')
    ? { result: { address: to, code: output ?? '0x', gasUsed } }
    : { result: { gasUsed, output: output ?? '0x' } }
}
