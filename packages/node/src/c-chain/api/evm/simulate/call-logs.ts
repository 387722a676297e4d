import type { EVM, InterpreterStep, Message } from '@ethereumjs/evm'
import type { EvmLog } from '../../../chain/receipt.ts'
import { bytesOf, hexOf, quantityOf, wordOf, type Hex } from '../../../hex.ts'
import type { Meter } from '../../../engine/meter.ts'
import { memoryAt } from '../../../trace/memory.ts'

export interface NumberedLog extends EvmLog {
  readonly index: number
}

/** The address in the logs of native transfers. No account has this address. */
const NATIVE: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Hash of `Transfer(address,address,uint256)`. */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Estimated number of characters of a log in a response, without its data. */
const LOG = 600

interface Frame {
  readonly logs: NumberedLog[]
  readonly from: Uint8Array
  readonly value: bigint
}

/** Collects the logs of the calls of a block. On request, adds logs for native transfers. */
export class CallLogs {
  readonly #withTransfers: boolean
  readonly #meter: Meter
  readonly #frames: Frame[] = []
  #result: readonly NumberedLog[] = []
  #count = 0

  constructor(withTransfers: boolean, meter: Meter) {
    this.#withTransfers = withTransfers
    this.#meter = meter
  }

  attach(events: EVM['events']): void {
    events.on('step', (step) => this.#step(step))
    events.on('beforeMessage', (message) => this.#enter(message))
    // The event `beforeMessage` is emitted before the address of a new contract is known.
    events.on('newContract', ({ address }) => this.#created(address.bytes))
    events.on('afterMessage', ({ execResult }) =>
      this.#leave(execResult.exceptionError !== undefined),
    )
  }

  result(): readonly NumberedLog[] {
    return this.#result
  }

  #enter(message: Message): void {
    const { caller, to, value, delegatecall } = message
    this.#frames.push({ logs: [], from: caller.bytes, value: delegatecall ? 0n : value })
    // Skip a message that creates a contract, because reading its code address throws.
    if (to !== undefined) this.#created(message.codeAddress.bytes)
  }

  #created(to: Uint8Array): void {
    const frame = this.#frames.at(-1)
    if (frame !== undefined) this.#transfer(frame.from, to, frame.value)
  }

  #leave(isFailed: boolean): void {
    const { logs } = this.#frames.pop() ?? { logs: [] }
    const emitted = isFailed ? [] : logs
    const parent = this.#frames.at(-1)
    if (parent === undefined) this.#result = emitted
    else for (const log of emitted) parent.logs.push(log)
  }

  #step({ opcode, stack, memory, address, account }: InterpreterStep): void {
    if (opcode.name === 'SELFDESTRUCT') {
      this.#transfer(address.bytes, wordBytesOf(stack.at(-1)).subarray(12), account.balance)
    }
    if (!opcode.name.startsWith('LOG')) return
    const data = memoryAt(memory, stack.at(-1), stack.at(-2))
    if (data === undefined) return
    const topics = Array.from({ length: opcode.code - 0xa0 }, (_, at) =>
      hexOf(wordBytesOf(stack.at(-3 - at))),
    )
    this.#add({ address: hexOf(address.bytes), topics, data: hexOf(data) })
  }

  #transfer(from: Uint8Array, to: Uint8Array, value: bigint): void {
    if (!this.#withTransfers || value === 0n) return
    const topics = [TRANSFER, ...[from, to].map((bytes) => wordOf(quantityOf(bytes)))]
    this.#add({ address: NATIVE, topics, data: wordOf(value) })
  }

  #add(log: EvmLog): void {
    this.#meter.collect(LOG + log.data.length)
    this.#frames.at(-1)?.logs.push({ ...log, index: this.#count })
    this.#count++
  }
}

function wordBytesOf(item: bigint | undefined): Uint8Array {
  return bytesOf(wordOf(item ?? 0n))
}
