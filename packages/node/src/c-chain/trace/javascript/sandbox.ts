import { errors } from '../../api/evm/errors.ts'
import { PRELUDE } from './prelude.ts'
import {
  bigIntegers,
  isLimitError,
  openContext,
  type Context,
  type Handle,
  type Outcome,
} from './quickjs.ts'

/** Maximum length of an error message of a script. */
const MESSAGE = 300

export type HostValue = string | number | boolean | Uint8Array | undefined

/** Returns a value that a script asks for by name. An exception is one of the script. */
export type Host = (name: string, args: readonly (string | number)[]) => HostValue

/** The functions of the prelude. */
type GuestFunction = 'load' | 'step' | 'fault' | 'enter' | 'exit' | 'result'

/**
 * A tracer in JavaScript in an interpreter with a memory of its own, which has nothing but the values of the host. It must run
 * in a worker thread, which can be ended: the interpreter has no limit of time.
 */
export class Sandbox {
  readonly #context: Context
  readonly #guest: Handle

  private constructor(context: Context, guest: Handle) {
    this.#context = context
    this.#guest = guest
  }

  static async open(host: Host, precompiled: readonly string[]): Promise<Sandbox> {
    const context = await openContext()
    context.unwrapResult(context.evalCode(bigIntegers, 'big-integer.js')).dispose()
    const prelude = context.unwrapResult(context.evalCode(PRELUDE, 'prelude.js'))
    const addresses = context.unwrapResult(
      context.evalCode(JSON.stringify(precompiled), 'precompiled.js'),
    )
    const ask = context.newFunction('host', (name, ...args) => {
      const known = args.map((arg) =>
        context.typeof(arg) === 'number' ? context.getNumber(arg) : context.getString(arg),
      )
      return handleOf(context, host(context.getString(name), known))
    })
    const made = context.callFunction(prelude, context.undefined, ask, addresses)
    return new Sandbox(context, context.unwrapResult(made))
  }

  /** Evaluates the expression of a tracer, and calls its `setup`. Returns the optional functions that it has. */
  load(code: string, config: string): string {
    return this.#running('load', () => {
      const created = this.#checked('load', this.#context.evalCode(`(${code})`, 'tracer.js'))
      return this.#call('load', created, this.#context.newString(config))
    })
  }

  /** Calls a function of the tracer, and returns its string. Throws an API error. */
  call(name: GuestFunction, text = ''): string {
    return this.#running(name, () => this.#call(name, this.#context.newString(text)))
  }

  #call(name: GuestFunction, ...args: readonly Handle[]): string {
    const context = this.#context
    const callee = context.getProp(this.#guest, name)
    const value = this.#checked(name, context.callFunction(callee, context.undefined, ...args))
    const text = context.getString(value)
    for (const handle of [callee, value, ...args]) handle.dispose()
    return text
  }

  #checked(name: GuestFunction, outcome: Outcome): Handle {
    if (outcome.error === undefined) return outcome.value
    throw failed(name, messageOf(this.#context.dump(outcome.error)))
  }

  /** Runs the interpreter. Makes API errors of the errors with which WebAssembly ends at the limits of its stack and memory. */
  #running<T>(name: GuestFunction, run: () => T): T {
    try {
      return run()
    } catch (error) {
      throw isLimitError(error) ? failed(name, error.message) : error
    }
  }
}

/** Returns the message of a thrown value, which may be any. */
function messageOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  const { name, message } = thrown as { readonly name?: unknown; readonly message?: unknown }
  return typeof message === 'string' && typeof name === 'string'
    ? `${name}: ${message}`
    : JSON.stringify(thrown)
}

function failed(name: GuestFunction, message: string): Error {
  const where = name === 'load' ? '' : ` in function '${name}' of the tracer`
  return errors.tracerFailed(undefined, `${message.slice(0, MESSAGE)}${where}`)
}

function handleOf(context: Context, value: HostValue): Handle {
  switch (typeof value) {
    case 'undefined':
      return context.undefined
    case 'string':
      return context.newString(value)
    case 'number':
      return context.newNumber(value)
    case 'boolean':
      return value ? context.true : context.false
    default:
      // A copy, because the bytes may be a part of a larger buffer.
      return context.newArrayBuffer(Uint8Array.from(value).buffer)
  }
}
