import type { InterpreterStep } from '@ethereumjs/evm'
import {
  bigIntToBytes,
  createAddressFromString,
  generateAddress,
  generateAddress2,
  setLengthLeft,
  type Address,
} from '@ethereumjs/util'
import type { EvmState } from '../../engine/state.ts'
import { smaller } from '../../bigint.ts'
import { bytesOf, quantityOf } from '../../hex.ts'
import type { HostValue } from './sandbox.ts'

/** A call, as tracers see it. */
export interface Call {
  readonly type: string
  readonly from: Uint8Array
  readonly to: Uint8Array
  readonly input: Uint8Array
  readonly gas: bigint
  /** Undefined for a static call. */
  readonly value: bigint | undefined
  /** The caller and the value that the code of the call sees. */
  readonly caller: Uint8Array
  readonly callValue: bigint
}

/** What tracers can read while one of their functions runs. */
export interface Now {
  readonly state: EvmState
  readonly step: InterpreterStep
  readonly error: string | undefined
  /** The call that contains the step. */
  readonly open: Call
  readonly frame: Call
  readonly result: {
    readonly gasUsed: bigint
    readonly output: Uint8Array
    readonly error: string | undefined
  }
}

type Arg = string | number | undefined
type Value = (now: Now, ...args: readonly Arg[]) => HostValue

/** Maximum number of bytes after the end of the memory that a slice may have, as in geth. */
const PADDING = 1_048_576
const WORD = 32
const forwarding: ReadonlySet<string> = new Set(['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'])

/** The values that the prelude asks for. */
const values: Readonly<Record<string, Value>> = {
  opcode: ({ step }) => step.opcode.code,
  opcodeName: ({ step }) => step.opcode.name,
  pc: ({ step }) => step.pc,
  gas: ({ step }) => Number(step.gasLeft),
  cost: ({ step }) => Number(costOf(step)),
  depth: ({ step }) => step.depth + 1,
  refund: ({ step }) => Number(step.gasRefund),
  stepError: ({ error }) => error,
  stackLength: ({ step }) => step.stack.length,
  stackItem: ({ step: { stack } }, index) => {
    const item = stack.at(-1 - Number(index))
    if (item !== undefined && Number(index) >= 0) return String(item)
    throw new RangeError(`tracer accessed out of bound stack: size ${stack.length}, index ${index}`)
  },
  memoryLength: ({ step }) => lengthOf(step),
  memory: ({ step }, start, end) => memoryOf(step, Number(start), Number(end)),
  memoryWord: ({ step }, offset) => {
    const start = Number(offset)
    const available = lengthOf(step)
    if (start >= 0 && start + WORD <= available)
      return String(quantityOf(step.memory.subarray(start, start + WORD)))
    const place = `available ${available}, offset ${start}, size ${WORD}`
    throw new RangeError(`tracer accessed out of bound memory: ${place}`)
  },
  caller: ({ open }) => open.caller,
  address: ({ step }) => step.address.bytes,
  callValue: ({ open }) => String(open.callValue),
  callData: ({ open }) => open.input,
  balance: ({ state }, of) => String(state.now.account(addressIn(of))?.balance ?? 0n),
  nonce: ({ state }, of) => Number(state.now.account(addressIn(of))?.nonce ?? 0n),
  code: ({ state }, of) => state.now.code(addressIn(of)),
  slot: ({ state }, of, slot) =>
    setLengthLeft(state.now.slot(addressIn(of), bytesOf(String(slot))), WORD),
  exists: ({ state }, of) => state.now.account(addressIn(of)) !== undefined,
  contract: (_, from, nonce) =>
    generateAddress(addressIn(from).bytes, bigIntToBytes(BigInt(Number(nonce)))),
  contract2: (_, from, salt, code) =>
    generateAddress2(addressIn(from).bytes, bytesOf(String(salt)), bytesOf(String(code))),
  frameType: ({ frame }) => frame.type,
  frameFrom: ({ frame }) => frame.from,
  frameTo: ({ frame }) => frame.to,
  frameInput: ({ frame }) => frame.input,
  frameGas: ({ frame }) => Number(frame.gas),
  frameValue: ({ frame }) => frame.value?.toString(),
  resultGas: ({ result }) => Number(result.gasUsed),
  resultOutput: ({ result }) => result.output,
  resultError: ({ result }) => result.error,
}

/** Returns the value with a name; undefined if there is none. Throws for invalid arguments. */
export function valueOf(now: Now, name: string, args: readonly (string | number)[]): HostValue {
  return values[name]?.(now, ...args)
}

/** Returns the cost of a step, with the gas that a call passes on. */
function costOf({ opcode, gasLeft, stack }: InterpreterStep): bigint {
  const fee = opcode.dynamicFee ?? BigInt(opcode.fee)
  if (!forwarding.has(opcode.name) || gasLeft < fee) return fee
  const most = gasLeft - fee - (gasLeft - fee) / 64n
  return fee + smaller(stack.at(-1) ?? 0n, most)
}

function lengthOf({ memoryWordCount }: InterpreterStep): number {
  return WORD * Number(memoryWordCount)
}

function memoryOf(step: InterpreterStep, start: number, end: number): Uint8Array {
  const isValid = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end >= start
  if (!isValid) {
    throw new RangeError(`tracer accessed out of bound memory: offset ${start}, end ${end}`)
  }
  const size = lengthOf(step)
  if (end - size > PADDING) {
    const place = `end ${end}, memorySize ${size}`
    throw new RangeError(`tracer reached limit for padding memory slice: ${place}`)
  }
  const bytes = new Uint8Array(end - start)
  bytes.set(step.memory.subarray(start, Math.min(end, size)))
  return bytes
}

function addressIn(hex: Arg): Address {
  return createAddressFromString(String(hex))
}
