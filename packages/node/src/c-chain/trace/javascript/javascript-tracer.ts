import type { EVMResult, InterpreterStep, Message } from '@ethereumjs/evm'
import { bigIntToBytes, generateAddress, generateAddress2 } from '@ethereumjs/util'
import { failureOf, type Failure } from '../../engine/failure.ts'
import type { Machine } from '../../engine/machine.ts'
import { addressOf, bytesOf, hexOf, type Hex } from '../../hex.ts'
import { callOpcodes, kindOf, partiesOf } from '../call-kinds.ts'
import type { TraceOutcome, Tracer } from '../tracer.ts'
import type { HostValue, Sandbox } from './sandbox.ts'
import { valueOf, type Call, type Now } from './values.ts'

/** What a tracer can read about a transaction besides its calls. */
export interface TracedTx {
  readonly gasPrice: bigint
  readonly miner: Hex
  readonly height: bigint
  readonly blockHash?: Hex
  readonly hash?: Hex
  readonly index?: number
}

interface Open {
  readonly call: Call
  last?: InterpreterStep
}

const NOTHING = new Uint8Array(0)

/** Runs a tracer in JavaScript. What it can read and when its functions are called is as in geth. */
export class JavaScriptTracer implements Tracer {
  readonly #code: string
  readonly #config: string
  readonly #tx: TracedTx
  readonly #open: Open[] = []
  #opcode = ''
  #sandbox: Sandbox | undefined
  #hasSteps = false
  #hasFrames = false
  #top: Call | undefined
  #now: Partial<Now> = {}
  #failure: { readonly error: unknown } | undefined
  #result: unknown

  /** `config` becomes the argument of `setup`, as JSON. */
  constructor(code: string, config: object, tx: TracedTx) {
    this.#code = code
    this.#config = JSON.stringify(config)
    this.#tx = tx
  }

  /** Only a worker runs scripts, because it can be ended. In the main thread, the request exceeds the limit of its work. */
  readonly before: NonNullable<Tracer['before']> = async ({ state, meter, precompiles }) => {
    if (meter?.workLeft !== Infinity) meter?.spend(Infinity)
    this.#now = { state }
    const host = (name: string, args: readonly (string | number)[]): HostValue =>
      this.#read(name, args)
    // Loaded with the first tracer, because most nodes never need the interpreter.
    const { Sandbox: Interpreter } = await import('./sandbox.ts')
    this.#sandbox = await Interpreter.open(
      host,
      precompiles.map((address) => `0x${address}`),
    )
    const functions = this.#sandbox.load(this.#code, this.#config).split(',')
    this.#hasSteps = functions.includes('step')
    this.#hasFrames = functions.includes('enter')
  }

  readonly attach: Tracer['attach'] = (events, machine) => {
    events.on('step', (step) => this.#step(step))
    events.on('beforeMessage', (message) => this.#enter(message, machine))
    events.on('afterMessage', (result) => this.#leave(result))
  }

  readonly after: NonNullable<Tracer['after']> = async (machine, outcome) => {
    if (this.#failure !== undefined || this.#sandbox === undefined) return
    const text = this.#sandbox.call('result', JSON.stringify(this.#context(outcome)))
    this.#result = machine.meter?.collect(text.length) === false ? undefined : JSON.parse(text)
  }

  readonly finish: Tracer['finish'] = async ({ db }) => {
    // The tracer may have caught the exception of a read that failed.
    if (db.readError !== undefined) throw db.readError
    if (this.#failure !== undefined) throw this.#failure.error
    return this.#result
  }

  #step(step: InterpreterStep): void {
    const { name } = step.opcode
    if (callOpcodes.has(name)) this.#opcode = name
    const open = this.#open.at(-1)
    if (open === undefined) return
    open.last = step
    this.#now = { ...this.#now, step, open: open.call, error: undefined }
    if (this.#hasSteps) this.#call('step')
    if (name === 'SELFDESTRUCT' && this.#hasFrames) this.#destroyed(step)
  }

  #enter(message: Message, { state }: Machine): void {
    const type = kindOf(message, this.#opcode)
    const { from, to } = partiesOf(type, message)
    const call: Call = {
      type,
      from: from.bytes,
      to: to?.bytes ?? createdBy(message, () => state.now.account(message.caller)?.nonce),
      input: message.data,
      gas: message.gasLimit,
      value: type === 'STATICCALL' ? undefined : message.value,
      caller: message.caller.bytes,
      callValue: message.value,
    }
    this.#top ??= call
    this.#open.push({ call })
    if (message.depth === 0 || !this.#hasFrames) return
    this.#now = { ...this.#now, frame: call }
    this.#call('enter')
  }

  #leave({ execResult }: EVMResult): void {
    const left = this.#open.pop()
    if (left === undefined) return
    const { exceptionError, executionGasUsed, returnValue, runState } = execResult
    const failure = exceptionError && failureOf(exceptionError, runState)
    if (failure !== undefined && left.last !== undefined) {
      this.#now = { ...this.#now, step: left.last, open: left.call, error: failure.message }
      this.#call('fault')
    }
    if (this.#open.length === 0 || !this.#hasFrames) return
    const output = outputOf(returnValue, failure)
    const result = { gasUsed: executionGasUsed, output, error: failure?.message }
    this.#now = { ...this.#now, result }
    this.#call('exit')
  }

  /** A contract that removes itself is a call without gas and code. */
  #destroyed({ stack, address, account }: InterpreterStep): void {
    const frame: Call = {
      type: 'SELFDESTRUCT',
      from: address.bytes,
      to: bytesOf(addressOf(stack.at(-1) ?? 0n)),
      input: NOTHING,
      gas: 0n,
      value: account.balance,
      caller: address.bytes,
      callValue: account.balance,
    }
    this.#now = { ...this.#now, frame, result: { gasUsed: 0n, output: NOTHING, error: undefined } }
    this.#call('enter')
    this.#call('exit')
  }

  /** Calls a function of the tracer, unless one has failed. The run goes on, because the EVM cannot be stopped cleanly. */
  #call(name: 'step' | 'fault' | 'enter' | 'exit'): void {
    if (this.#failure !== undefined) return
    try {
      this.#sandbox?.call(name)
    } catch (error) {
      this.#failure = { error }
    }
  }

  #read(name: string, args: readonly (string | number)[]): HostValue {
    // Safe cast: the prelude asks only for values of what its functions are called for.
    return valueOf(this.#now as Now, name, args)
  }

  #context({ gasLimit, gasUsed, returned, failure }: TraceOutcome): object {
    const { gasPrice, miner, height, blockHash, hash, index } = this.#tx
    const { type, from, to, input, callValue } = this.#top ?? {}
    return {
      numbers: {
        gas: Number(gasLimit),
        gasUsed: Number(gasUsed),
        block: Number(height),
        txIndex: index,
      },
      texts: { type, error: failure?.message },
      integers: { value: String(callValue ?? 0n), gasPrice: String(gasPrice) },
      byteStrings: {
        from: hexOf(from ?? NOTHING),
        to: hexOf(to ?? NOTHING),
        input: hexOf(input ?? NOTHING),
        output: hexOf(outputOf(returned, failure)),
        coinbase: miner,
        blockHash,
        txHash: hash,
      },
    }
  }
}

/** Returns the address of the contract that a message creates. The nonce of its creator has been incremented already. */
function createdBy({ caller, salt, data }: Message, nonceOf: () => bigint | undefined): Uint8Array {
  if (salt !== undefined) return generateAddress2(caller.bytes, salt, data)
  return generateAddress(caller.bytes, bigIntToBytes((nonceOf() ?? 1n) - 1n))
}

function outputOf(returned: Uint8Array, failure: Failure | undefined): Uint8Array {
  return failure === undefined || failure.kind === 'revert' ? returned : NOTHING
}
