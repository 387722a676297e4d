import type { InterpreterStep } from '@ethereumjs/evm'
import { createAddressFromString } from '@ethereumjs/util'
import type { Machine } from '../engine/machine.ts'
import { addressOf, bytesOf, hexOf, quantityOf, wordOf, type Hex } from '../hex.ts'
import { quantity } from '../api/evm/format.ts'
import { CallTracer, type Frame } from './calls.ts'
import { memoryAt } from './memory.ts'
import type { Tracer } from './tracer.ts'

export interface Erc7562Config {
  readonly withLog?: boolean
  /** Opcodes in hex that `usedOpcodes` omits. */
  readonly ignoredOpcodes?: readonly string[]
}

type Counts = Record<string, number>

/** What the rules for the validation of user operations need to know of a call. */
interface Access {
  readonly accessedSlots: {
    /** Values of the slots at their first read, unless they were written before. */
    readonly reads: Record<Hex, readonly Hex[]>
    readonly writes: Counts
    readonly transientReads: Counts
    readonly transientWrites: Counts
  }
  readonly extCodeAccessInfo: Hex[]
  readonly usedOpcodes: Counts
  /** Sizes of the code of accessed contracts in bytes, with the first opcode that accessed each. */
  readonly contractSize: Record<Hex, { readonly contractSize: number; readonly opcode: number }>
  outOfGas: boolean
}

const GAS = 0x5a
const ISZERO = 0x15
const EXTCODESIZE = 0x3b
const externals: ReadonlySet<string> = new Set(['EXTCODESIZE', 'EXTCODECOPY', 'EXTCODEHASH'])
const calls: ReadonlySet<string> = new Set(['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'])

/** PUSH0 to SWAP16, POP, and the opcodes for arithmetic and comparison that validation does not restrict. */
const unimportant: ReadonlySet<number> = new Set(
  [
    0x50,
    0x01,
    0x02,
    0x03,
    0x04,
    0x10,
    0x11,
    0x12,
    0x13,
    0x14,
    ISZERO,
    0x16,
    0x17,
    0x19,
    0x1b,
    0x1c,
  ].concat(Array.from({ length: 0x9f - 0x5f + 1 }, (_, at) => 0x5f + at)),
)

/** Estimated number of characters of a call, and of a slot, address or opcode. */
const CALL = 200
const ENTRY = 70

/**
 * Collects the calls of a transaction as a tree, with what bundlers check by the rules of ERC-7562: accessed slots and
 * contracts, used opcodes, and the hashed data. The result is that of the tracer of the same name in geth.
 */
export class Erc7562Tracer implements Tracer {
  readonly #calls: CallTracer
  readonly #ignored: ReadonlySet<number>
  /** Accesses of all calls, in the order in which the calls began. */
  readonly #accesses: Access[] = []
  readonly #open: Access[] = []
  readonly #hashed = new Set<Hex>()
  #last: { readonly code: number; readonly name: string; readonly top: bigint } | undefined

  constructor({ withLog = false, ignoredOpcodes }: Erc7562Config, logsBefore: number) {
    this.#calls = new CallTracer({ withLog }, logsBefore)
    this.#ignored =
      ignoredOpcodes === undefined
        ? unimportant
        : new Set(ignoredOpcodes.map((code) => Number(code)))
  }

  readonly attach: Tracer['attach'] = (events, machine) => {
    this.#calls.attach(events, machine)
    events.on('beforeMessage', () => {
      machine.meter?.collect(CALL)
      const access = begun()
      this.#accesses.push(access)
      this.#open.push(access)
    })
    events.on('afterMessage', ({ execResult: { exceptionError } }) => {
      const access = this.#open.pop()
      const isOutOfGas = /out of gas/.test(exceptionError?.error ?? '')
      // Like geth, leaves the outermost call out.
      if (access !== undefined && this.#open.length > 0) access.outOfGas = isOutOfGas
    })
    // The run fails with the error of a step.
    events.on('step', (step, next) => next?.(this.#step(step, machine)))
  }

  readonly finish: Tracer['finish'] = async (_, outcome) => {
    const top = this.#calls.tree(outcome)
    if (top === undefined) return undefined
    const accesses = this.#accesses.values()
    const keccak = [...this.#hashed].sort()
    return { ...merged(top, accesses), ...(keccak.length > 0 && { keccak }) }
  }

  async #step(step: InterpreterStep, machine: Machine): Promise<void> {
    const access = this.#open.at(-1)
    if (access === undefined) return
    const { name, code } = step.opcode
    const top = step.stack.at(-1) ?? 0n
    const last = name === 'RETURN' || name === 'REVERT' ? undefined : this.#last
    this.#last = { code, name, top }
    if (last !== undefined) noteLast(access, last, step)
    await noteSize(access, step, machine)
    if (last?.code === GAS && !calls.has(name)) count(access.usedOpcodes, quantity(GAS))
    if (code !== GAS && !this.#ignored.has(code)) count(access.usedOpcodes, quantity(code))
    const slots = access.accessedSlots
    const slot = wordOf(top)
    switch (name) {
      case 'SLOAD':
        if (slots.reads[slot] === undefined && slots.writes[slot] === undefined) {
          const value = await machine.state.getStorage(step.address, bytesOf(slot))
          slots.reads[slot] = [wordOf(quantityOf(value))]
        }
        break
      case 'SSTORE':
        count(slots.writes, slot)
        break
      case 'TLOAD':
        count(slots.transientReads, slot)
        break
      case 'TSTORE':
        count(slots.transientWrites, slot)
        break
      case 'KECCAK256': {
        const data = memoryAt(step.memory, top, step.stack.at(-2))
        if (data === undefined) return
        machine.meter?.collect(2 * data.length)
        this.#hashed.add(hexOf(data))
        break
      }
      default:
        return
    }
    machine.meter?.collect(2 * ENTRY)
  }
}

function begun(): Access {
  return {
    accessedSlots: { reads: {}, writes: {}, transientReads: {}, transientWrites: {} },
    extCodeAccessInfo: [],
    usedOpcodes: {},
    contractSize: {},
    outOfGas: false,
  }
}

function count(counts: Counts, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1
}

/** Records the contract whose code the last opcode read, except to find out whether it has code. */
function noteLast(
  { extCodeAccessInfo }: Access,
  last: { readonly code: number; readonly name: string; readonly top: bigint },
  { opcode }: InterpreterStep,
): void {
  if (!externals.has(last.name)) return
  if (last.code === EXTCODESIZE && opcode.code === ISZERO) return
  extCodeAccessInfo.push(addressOf(last.top))
}

async function noteSize(
  { contractSize }: Access,
  { opcode, stack }: InterpreterStep,
  { state, meter }: Machine,
): Promise<void> {
  const isCall = calls.has(opcode.name)
  if (!isCall && !externals.has(opcode.name)) return
  const address = addressOf((isCall ? stack.at(-2) : stack.at(-1)) ?? 0n)
  if (contractSize[address] !== undefined) return
  meter?.collect(ENTRY)
  const code = await state.getCode(createAddressFromString(address))
  contractSize[address] = { contractSize: code.length, opcode: opcode.code }
}

/** Adds the accesses to a call and the calls in it. A removed contract is a call that accesses nothing. */
function merged(frame: Frame, accesses: Iterator<Access>): object {
  const next = frame.type === 'SELFDESTRUCT' ? undefined : accesses.next()
  const access = next === undefined || next.done === true ? begun() : next.value
  const { calls: nested, ...own } = frame
  return {
    ...own,
    ...access,
    ...(nested && { calls: nested.map((call) => merged(call, accesses)) }),
  }
}
