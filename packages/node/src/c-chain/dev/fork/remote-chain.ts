import { groups } from '@native-node/server'
import { NodeError, RpcError } from '@rpcloom/rpc'
import { retry, type Transport } from '@rpcloom/rpc/client'
import { method } from '@rpcloom/rpc/codegen/client'
import { http } from '@rpcloom/rpc/http'
import { isHttpUrl, shownOrigin } from '../../../settings/evm-address.ts'
import { errors } from '../errors.ts'

/** Time limit of a request in milliseconds, and the number of attempts after the first. */
const TIMEOUT = 5_000
const RETRIES = 2
/** Maximum delay before the second attempt, in milliseconds. */
const DELAY = 500
const MAX_BYTES = 32 * 1024 * 1024
/** Code of the error for a call that was reverted. */
const REVERTED = 3

/** Send requests to the given address itself, without an added path. */
const endpoint = {
  key: 'cChain',
  path: '/',
  transports: ['http'],
  batch: { allowed: false },
} as const

/** Headers by name. They may contain credentials, which no message contains. */
export type Headers = Readonly<Record<string, string>>

type AnyMethod = ReturnType<typeof method>

const methods = new Map(
  groups
    .filter(({ key }) => key === 'cChain')
    .flatMap((group) => group.methods)
    .map((own) => {
      const call = method({ ...own, effect: 'read', group: endpoint })
      return [own.name, { call, order: own.order }] as const
    }),
)

/** A node with the chain that is forked. Calls are repeated while it is busy, and end after some time in any case. */
export class RemoteChain {
  readonly url: string
  readonly headers: Headers
  readonly #transport: Transport

  /** Creates a client that sends headers with each request. Throws an API error for an invalid address or header. */
  constructor(url: string, headers: Headers) {
    // The address may contain credentials, which no message contains.
    if (!isHttpUrl(url))
      throw errors.forkFailed(
        undefined,
        'the URL of the forked chain must start with http:// or https://',
      )
    const isHeader = ([name, value]: readonly [string, string]): boolean =>
      /^[\w-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value)
    if (!Object.entries(headers).every(isHeader))
      throw errors.forkFailed(
        undefined,
        'the headers for the node of the forked chain must have names and values of HTTP',
      )
    this.url = url
    this.headers = headers
    const calls = http(url, { timeoutMs: TIMEOUT, maxBytes: MAX_BYTES, headers })
    this.#transport = retry(calls, { retries: RETRIES, baseMs: DELAY })
  }

  /** The address without credentials. */
  get origin(): string {
    return shownOrigin(this.url)
  }

  /**
   * Calls a method of the documents with decoded params. Throws an API error if there is no valid result: that of the other
   * node if a call is reverted.
   */
  async ask(name: string, ...params: readonly unknown[]): Promise<unknown> {
    try {
      return await known(name).call(this.#transport, ...params)
    } catch (error) {
      // A revert is the outcome of a call, and no failure to read the chain.
      if (error instanceof RpcError && error.code === REVERTED) throw error
      if (error instanceof RpcError)
        throw failed(this, `it responded to ${name}: ${error.message.slice(0, 200)}`)
      if (error instanceof NodeError) throw failed(this, `${name}: ${String(error.code)}`)
      throw error
    }
  }

  /** The same with params by name. */
  askWith(name: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.ask(name, ...known(name).order.map((param) => params[param]))
  }

  /** Calls a method whose result is a hex string of at most `bytes` bytes. */
  async hex(bytes: number, name: string, ...params: readonly unknown[]): Promise<string> {
    const result = await this.ask(name, ...params)
    const isHex = typeof result === 'string' && /^0x(?:[\da-f]{2})*$/i.test(result)
    if (!isHex || result.length > 2 + 2 * bytes) throw this.invalid(name)
    return result
  }

  /** Calls a method whose result is a quantity. */
  async quantity(name: string, ...params: readonly unknown[]): Promise<bigint> {
    const result = await this.ask(name, ...params)
    if (typeof result !== 'bigint') throw this.invalid(name)
    return result
  }

  invalid(name: string): RpcError {
    return failed(this, `its response to ${name} is not valid`)
  }
}

function known(name: string): { readonly call: AnyMethod; readonly order: readonly string[] } {
  const found = methods.get(name)
  if (found === undefined) throw new TypeError(`${name} is not a method of the C-Chain`)
  return found
}

function failed({ origin }: RemoteChain, why: string): RpcError {
  return errors.forkFailed(undefined, `the forked chain at ${origin} cannot be read: ${why}`)
}
