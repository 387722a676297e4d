import type { EVMResult, InterpreterStep, Message } from '@ethereumjs/evm'
import { failureOf } from '../engine/failure.ts'
import { addressOf, hexOf, type Hex } from '../hex.ts'
import { quantity } from '../api/evm/format.ts'
import { revertReason } from '../api/evm/revert.ts'
import { callOpcodes, kindOf, partiesOf } from './call-kinds.ts'
import { memoryAt } from './memory.ts'
import type { TraceOutcome, Tracer } from './tracer.ts'

/**
 * A log of a frame. `index` is its index in the block, and `position` is the number of calls that
 * the frame made before the log.
 */
export interface FrameLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  index: Hex
  readonly position: Hex
}

export interface Frame {
  readonly type: string
  readonly from: Hex
  to?: Hex
  readonly value?: Hex
  readonly gas: Hex
  gasUsed: Hex
  readonly input: Hex
  output?: Hex
  error?: string
  revertReason?: string
  logs?: FrameLog[]
  calls?: Frame[]
}

export interface CallTracerConfig {
  readonly onlyTopCall?: boolean
  readonly withLog?: boolean
}

/** Collects the calls of a transaction as a tree. */
export class CallTracer implements Tracer {
  readonly #config: CallTracerConfig
  readonly #logsBefore: number
  readonly #open: Frame[] = []
  #opcode = ''
  #top: Frame | undefined

  /**
   * `logsBefore` is the number of logs in the block before the transaction, used to number the
   * logs.
   */
  constructor(config: CallTracerConfig = {}, logsBefore = 0) {
    this.#config = config
    this.#logsBefore = logsBefore
  }

  readonly attach: Tracer['attach'] = (events) => {
    events.on('step', (step) => this.#step(step))
    events.on('beforeMessage', (message) => this.#enter(message))
    events.on('afterMessage', (result) => this.#leave(result))
  }

  readonly finish: Tracer['finish'] = async (_, outcome) => this.tree(outcome)

  /** Returns the outermost call, with the gas limit and the gas used of the transaction. */
  tree({ gasLimit, gasUsed }: TraceOutcome): Frame | undefined {
    if (this.#top === undefined) return undefined
    const top: Frame = { ...this.#top, gas: quantity(gasLimit), gasUsed: quantity(gasUsed) }
    if (this.#config.withLog === true) {
      dropLogsOfFailed(top)
      numberLogs(top, this.#logsBefore)
    }
    if (this.#config.onlyTopCall === true) delete top.calls
    return top
  }

  #enter(message: Message): void {
    const type = kindOf(message, this.#opcode)
    const { from, to } = partiesOf(type, message)
    const frame: Frame = {
      type,
      from: hexOf(from.bytes),
      ...(to !== undefined && { to: hexOf(to.bytes) }),
      ...(type !== 'STATICCALL' && { value: quantity(message.value) }),
      gas: quantity(message.gasLimit),
      gasUsed: '0x0',
      input: hexOf(message.data),
    }
    const parent = this.#open.at(-1)
    if (parent === undefined) this.#top = frame
    else (parent.calls ??= []).push(frame)
    this.#open.push(frame)
  }

  #leave({ execResult, createdAddress }: EVMResult): void {
    const frame = this.#open.pop()
    if (frame === undefined) return
    const { returnValue, exceptionError, executionGasUsed, runState } = execResult
    frame.gasUsed = quantity(executionGasUsed)
    if (createdAddress !== undefined && exceptionError === undefined) {
      frame.to = hexOf(createdAddress.bytes)
    }
    if (exceptionError === undefined) {
      if (returnValue.length > 0) frame.output = hexOf(returnValue)
      return
    }
    const failure = failureOf(exceptionError, runState)
    frame.error = failure.message
    if (frame.type.startsWith('CREATE')) delete frame.to
    if (failure.kind !== 'revert' || returnValue.length === 0) return
    frame.output = hexOf(returnValue)
    const reason = revertReason(returnValue)
    if (reason !== undefined) frame.revertReason = reason
  }

  #step(step: InterpreterStep): void {
    const { name } = step.opcode
    if (callOpcodes.has(name)) this.#opcode = name
    if (name === 'SELFDESTRUCT') this.#destroyed(step)
    if (this.#config.withLog === true && name.startsWith('LOG')) this.#logged(step)
  }

  #destroyed({ stack, address, account }: InterpreterStep): void {
    const frame: Frame = {
      type: 'SELFDESTRUCT',
      from: hexOf(address.bytes),
      to: addressOf(stack.at(-1) ?? 0n),
      value: quantity(account.balance),
      gas: '0x0',
      gasUsed: '0x0',
      input: '0x',
    }
    const parent = this.#open.at(-1)
    if (parent !== undefined) (parent.calls ??= []).push(frame)
  }

  #logged({ opcode, stack, memory, address }: InterpreterStep): void {
    const frame = this.#open.at(-1)
    if (frame === undefined) return
    const count = opcode.code - 0xa0
    const data = memoryAt(memory, stack.at(-1), stack.at(-2))
    if (data === undefined) return
    const topics = Array.from({ length: count }, (_, at): Hex => {
      const topic = stack.at(-3 - at) ?? 0n
      return `0x${topic.toString(16).padStart(64, '0')}`
    })
    const position = quantity(frame.calls?.length ?? 0)
    ;(frame.logs ??= []).push({
      address: hexOf(address.bytes),
      topics,
      data: hexOf(data),
      // A placeholder. `numberLogs` sets the index at the end, because logs may still be reverted.
      index: '0x0',
      position,
    })
  }
}

/**
 * Removes the logs of failed calls and of all calls within them, because the failure reverted them.
 */
function dropLogsOfFailed(frame: Frame, isFailed = false): void {
  const failed = isFailed || frame.error !== undefined
  if (failed) delete frame.logs
  for (const call of frame.calls ?? []) dropLogsOfFailed(call, failed)
}

/**
 * Numbers the logs of a frame and of its calls in the order in which they were emitted. Returns the
 * next number.
 */
function numberLogs({ logs = [], calls = [] }: Frame, first: number): number {
  let next = first
  let written = 0
  for (let at = 0; at <= calls.length; at++) {
    for (let log = logs[written]; log?.position === quantity(at); log = logs[++written]) {
      log.index = quantity(next++)
    }
    const call = calls[at]
    if (call !== undefined) next = numberLogs(call, next)
  }
  return next
}
