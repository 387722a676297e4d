import type { Hex } from '../hex.ts'
import { CallTracer, type Frame } from './calls.ts'
import type { Tracer } from './tracer.ts'

/**
 * The block of the traced transaction, and the index of the transaction in the block. Empty for a
 * transaction outside of a block.
 */
export interface TracedPosition {
  readonly blockHash?: Hex
  readonly blockNumber?: number
  readonly transactionHash?: Hex
  readonly transactionPosition?: number
}

export interface FlatCallConfig {
  /** `true` uses the error messages of OpenEthereum. */
  readonly convertParityErrors?: boolean
  /** `true` includes calls of precompiled contracts. */
  readonly includePrecompiles?: boolean
}

/** Collects the calls of a transaction as a flat list with their positions in the tree. */
export class FlatCallTracer implements Tracer {
  readonly #calls = new CallTracer()
  readonly #config: FlatCallConfig
  readonly #position: TracedPosition

  constructor(config: FlatCallConfig, position: TracedPosition) {
    this.#config = config
    this.#position = position
  }

  readonly attach: Tracer['attach'] = (events, machine) => this.#calls.attach(events, machine)

  readonly finish: Tracer['finish'] = async ({ precompiles }, outcome) => {
    const top = this.#calls.tree(outcome)
    if (top === undefined) return []
    const hidden = new Set(this.#config.includePrecompiles === true ? [] : precompiles)
    const errorOf = this.#config.convertParityErrors === true ? parityError : String
    return [...flattened(top, [], { position: this.#position, hidden, errorOf })]
  }
}

interface Listing {
  readonly position: TracedPosition
  /** Addresses, without prefix, whose calls are not listed. */
  readonly hidden: ReadonlySet<string>
  readonly errorOf: (error: string) => string
}

function* flattened(
  frame: Frame,
  traceAddress: readonly number[],
  listing: Listing,
): Generator<object, void> {
  const calls = (frame.calls ?? []).filter((call) => !isHidden(call, listing))
  yield {
    action: actionOf(frame),
    blockHash: null,
    blockNumber: 0,
    transactionHash: null,
    transactionPosition: 0,
    ...listing.position,
    ...resultOf(frame),
    ...(frame.error !== undefined && { error: listing.errorOf(frame.error) }),
    subtraces: calls.length,
    traceAddress,
    type: typeOf(frame),
  }
  for (const [at, call] of calls.entries()) yield* flattened(call, [...traceAddress, at], listing)
}

function isHidden({ type, to }: Frame, { hidden }: Listing): boolean {
  return (type === 'CALL' || type === 'STATICCALL') && hidden.has(to?.slice(2) ?? '')
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

/**
 * Returns the result of a frame. A failed frame has a result only if it reverted, because a revert
 * can return data.
 */
function resultOf({ type, error, gasUsed, output = '0x', to }: Frame): object {
  if (type === 'SELFDESTRUCT' || (error !== undefined && error !== REVERTED)) return {}
  return type.startsWith('CREATE')
    ? { result: { ...(to !== undefined && { address: to }), code: output, gasUsed } }
    : { result: { gasUsed, output } }
}

const REVERTED = 'execution reverted'

const parityErrors: Readonly<Record<string, string>> = {
  'contract creation code storage out of gas': 'Out of gas',
  'out of gas': 'Out of gas',
  'gas uint64 overflow': 'Out of gas',
  'max code size exceeded': 'Out of gas',
  'invalid jump destination': 'Bad jump destination',
  [REVERTED]: 'Reverted',
  'return data out of bounds': 'Out of bounds',
  'stack limit reached 1024 (1023)': 'Out of stack',
  'precompiled failed': 'Built-in failed',
  'invalid input length': 'Built-in failed',
}

/**
 * Returns the error message that OpenEthereum uses for an error. Returns the error unchanged if
 * OpenEthereum has no own message for it.
 */
function parityError(error: string): string {
  if (error.startsWith('invalid opcode:')) return 'Bad instruction'
  if (error.startsWith('stack underflow')) return 'Stack underflow'
  return parityErrors[error] ?? error
}
