import type { InterpreterStep } from '@ethereumjs/evm'
import { failureOf } from '../engine/failure.ts'
import type { Machine } from '../engine/machine.ts'
import { bytesOf, hexOf, quantityOf, wordOf } from '../hex.ts'
import { quantity } from '../api/evm/format.ts'
import { impliedStop, type Position } from './implied-stop.ts'
import type { Tracer } from './tracer.ts'

export interface StepConfig {
  readonly disableStorage?: boolean
  readonly disableStack?: boolean
  readonly enableMemory?: boolean
  readonly enableReturnData?: boolean
  /** Maximum number of steps; 0 disables the limit. */
  readonly limit?: number
}

interface Step {
  readonly pc: number
  readonly op: string
  readonly gas: number
  gasCost: number
  readonly depth: number
  error?: string
  readonly refund?: number
  readonly stack?: readonly string[]
  readonly memory?: readonly string[]
  readonly returnData?: string
  readonly storage?: Readonly<Record<string, string>>
}

interface Operation extends Pick<Step, 'op' | 'gasCost'> {
  readonly storage?: Step['storage'] | undefined
}

const WORD = 32
/** Estimated number of characters per step, without stack, memory and storage, and of a slot of the storage. */
const STEP = 80
const SLOT = 136
const STIPEND = 2300n

export class StepTracer implements Tracer {
  readonly #config: StepConfig
  readonly #steps: Step[] = []
  /** Slots accessed so far, by contract. */
  readonly #storage = new Map<string, Record<string, string>>()

  /** Data returned by the most recent call of each open frame. */
  readonly #returned: Uint8Array[] = []
  /** Prefix of bytes in traces. */
  readonly #prefix: '' | '0x'

  constructor(config: StepConfig, prefix: '' | '0x') {
    this.#config = config
    this.#prefix = prefix
  }

  readonly attach: Tracer['attach'] = (events, machine) => {
    // The run fails with the error of a step.
    events.on('step', (step, next) => next?.(this.#step(step, machine)))
    events.on('beforeMessage', ({ depth, gasLimit, value }) => {
      this.#returned.push(new Uint8Array(0))
      const caller = this.#steps.at(-1)
      // The cost of a call includes the gas passed to it.
      if (depth > 0 && caller?.depth === depth && caller.op.includes('CALL')) {
        caller.gasCost += Number(value > 0n ? gasLimit - STIPEND : gasLimit)
      }
    })
    events.on('afterMessage', ({ execResult, createdAddress }) => {
      const { exceptionError, runState, returnValue } = execResult
      const stop = impliedStop(execResult)
      if (stop && this.#hasRoom(stop, machine)) this.#add({ ...stop, op: 'STOP', gasCost: 0 })
      this.#returned.pop()
      const isCreated = createdAddress !== undefined && exceptionError === undefined
      this.#returned.splice(-1, 1, isCreated ? new Uint8Array(0) : returnValue)
      const last = this.#steps.at(-1)
      if (exceptionError === undefined || last === undefined || last.op === 'REVERT') return
      last.error ??= failureOf(exceptionError, runState).message
    })
  }

  readonly finish: Tracer['finish'] = async (_, { gasUsed, failure, returned }) => {
    const isEmpty = failure !== undefined && failure.kind !== 'revert'
    return {
      gas: Number(gasUsed),
      failed: failure !== undefined,
      returnValue: isEmpty ? this.#prefix : `${this.#prefix}${hexOf(returned).slice(2)}`,
      structLogs: this.#steps,
    }
  }

  async #step(step: InterpreterStep, machine: Machine): Promise<void> {
    if (!this.#hasRoom(step, machine)) return
    const { opcode } = step
    const storage =
      this.#config.disableStorage === true ? undefined : await this.#touched(step, machine)
    const gasCost = Number(opcode.dynamicFee ?? BigInt(opcode.fee))
    this.#add({ ...step, op: opcode.name, gasCost, storage })
  }

  #hasRoom({ stack, memoryWordCount }: Position, { meter }: Machine): boolean {
    const { limit = 0, enableMemory } = this.#config
    if (limit > 0 && this.#steps.length >= limit) return false
    const words = stack.length + (enableMemory === true ? Number(memoryWordCount) : 0)
    return meter?.collect(STEP + words * WORD) ?? true
  }

  #add({ op, gasCost, storage, ...step }: Position & Operation): void {
    const { disableStack, enableMemory, enableReturnData } = this.#config
    const { gasLeft, gasRefund } = step
    const returned = this.#returned.at(-1)
    this.#steps.push({
      pc: step.pc,
      op,
      gas: Number(gasLeft),
      gasCost,
      depth: step.depth + 1,
      ...(gasRefund > 0n && { refund: Number(gasRefund) }),
      ...(disableStack !== true && { stack: step.stack.map((item) => quantity(item)) }),
      ...(enableMemory === true && {
        memory: wordsOf(step.memory, Number(step.memoryWordCount)).map(
          (word) => `${this.#prefix}${word}`,
        ),
      }),
      ...(enableReturnData === true &&
        returned !== undefined &&
        returned.length > 0 && { returnData: hexOf(returned) }),
      ...(storage !== undefined && { storage }),
    })
  }

  async #touched(
    { opcode, stack, address }: InterpreterStep,
    { state, meter }: Machine,
  ): Promise<Readonly<Record<string, string>> | undefined> {
    if (opcode.name !== 'SLOAD' && opcode.name !== 'SSTORE') return undefined
    const slot = wordOf(stack.at(-1) ?? 0n)
    const value =
      opcode.name === 'SSTORE'
        ? (stack.at(-2) ?? 0n)
        : quantityOf(await state.getStorage(address, bytesOf(slot)))
    const own = this.#storage.get(address.toString()) ?? {}
    own[`${this.#prefix}${slot.slice(2)}`] = `${this.#prefix}${wordOf(value).slice(2)}`
    this.#storage.set(address.toString(), own)
    meter?.collect(SLOT * Object.keys(own).length)
    return { ...own }
  }
}

function wordsOf(memory: Uint8Array, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) =>
    hexOf(memory.subarray(at * WORD, (at + 1) * WORD))
      .slice(2)
      .padEnd(2 * WORD, '0'),
  )
}
