import type { MethodDescriptor, MethodTable } from '../descriptor.ts'
import { isRpcError, NodeError, RpcError } from '../errors.ts'
import { isRecord } from '../json-rpc.ts'
import { methodsOf } from '../method-table.ts'
import { abortable, isAbortReason } from './abort.ts'
import { transportOf } from './client.ts'
import { unlisted } from './raw-call.ts'
import { request } from './method.ts'
import { subscribe, type Subscription } from './subscription.ts'
import type { Transport, TransportRequest, TransportResponse } from './types.ts'

/** A request of EIP-1193. */
export interface RequestArguments {
  readonly method: string
  readonly params?: unknown
}

/** A subscription event of EIP-1193. */
export interface ProviderMessage {
  readonly type: 'eth_subscription'
  readonly data: { readonly subscription: string; readonly result: unknown }
}

/** An EIP-1193 provider for libraries and wallets. Values are in JSON form, not decoded. */
export interface Eip1193Provider {
  request<Result = unknown>(args: RequestArguments): Promise<Result>
  on(event: 'message', listener: (message: ProviderMessage) => void): this
  on(event: 'disconnect', listener: (error: RpcError) => void): this
  on(event: string, listener: (...args: readonly never[]) => void): this
  removeListener(event: string, listener: (...args: readonly never[]) => void): this
}

/** The EIP-1193 error code of a provider that is disconnected from all chains. */
const DISCONNECTED = 4900

/** Returns a provider for a client's group. */
export function providerOf(bound: object, table: MethodTable): Eip1193Provider {
  const transport = transportOf(bound)
  const methods = methodsByName(table)
  const subscriptionMethods = [...methods.values()].filter(({ subscription }) => subscription)
  const listeners = new Map<string, Set<(...args: readonly never[]) => void>>()
  const active = new Map<string, Subscription<unknown>>()
  const emit = (event: string, value: unknown): void => {
    for (const listener of listeners.get(event) ?? []) listener(value as never)
  }
  const forwardEvents = async (id: string, events: Subscription<unknown>): Promise<void> => {
    try {
      for await (const result of events) {
        emit('message', { type: 'eth_subscription', data: { subscription: id, result } })
      }
    } catch (error) {
      emit('disconnect', disconnected(error))
    } finally {
      active.delete(id)
    }
  }
  const provider: Eip1193Provider = {
    async request<Result>({ method, params = [] }: RequestArguments): Promise<Result> {
      const call = methods.get(method) ?? unknownMethod(methods, method)
      if (call.subscription) {
        const events = subscribe<unknown>(
          transport,
          { ...call.subscription, method: raw(call) },
          params,
        )
        await orDisconnected(events.ready)
        // The provider's subscription ID stays the same, although the server assigns a new ID after each
        // reconnection.
        const id = newId()
        active.set(id, events)
        void forwardEvents(id, events)
        return id as Result
      }
      const [id] = Array.isArray(params) ? (params as unknown[]) : []
      if (subscriptionMethods.some(({ subscription }) => subscription?.unsubscribe === method)) {
        const events = active.get(String(id))
        events?.close()
        return (events !== undefined) as Result
      }
      return (await orDisconnected(request(transport, raw(call), params))) as Result
    },
    on(event: string, listener: (...args: readonly never[]) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return provider
}

/** An object with the `request` function of EIP-1193: a provider, or a viem client. */
export interface Requesting {
  request(args: { readonly method: string; readonly params?: unknown }): Promise<unknown>
}

/** Returns a transport that sends requests through a provider, so that typed groups can be bound to it. */
export function requestTransport(requesting: Requesting): Transport {
  const responseTo = async ({ method = '', params, id }: TransportRequest): Promise<object> => {
    try {
      // Called as a method, because the `request` of some wallets uses `this`.
      const result = await requesting.request({ method, ...(params !== undefined && { params }) })
      return { id, result }
    } catch (thrown) {
      const error = isAbortReason(thrown) ? undefined : rpcErrorBehind(thrown)
      if (!error) throw thrown
      return { id, error }
    }
  }
  const exchange = async (sent: TransportRequest): Promise<TransportResponse> => {
    const message = sent.batch
      ? await Promise.all(sent.batch.map(responseTo))
      : await responseTo(sent)
    return { status: 200, message }
  }
  // A request to a wallet may wait for its user indefinitely and cannot be aborted, so only the wait is
  // limited.
  return (sent) => abortable(() => exchange(sent), sent)
}

/** Returns the error object of the server, which may be nested in the causes of the thrown value. */
function rpcErrorBehind(thrown: unknown): object | undefined {
  let at = thrown
  let found: object | undefined
  // Wallets also throw plain objects.
  for (let depth = 0; depth < 10 && isRecord(at); depth++) {
    const { code, message, data, cause } = at
    // The numeric `code` that a DOMException inherits is not an error code of the server.
    if (typeof code === 'number' && Object.hasOwn(at, 'code')) {
      found = { code, message: String(message), ...(data !== undefined && { data }) }
    }
    at = cause
  }
  return found
}

function methodsByName(table: MethodTable): ReadonlyMap<string, MethodDescriptor> {
  const methods = methodsOf(table)
    .map(({ method }) => method)
    // Notifications that the server sends without a subscription cannot be requested.
    .filter(({ subscription }) => !subscription || subscription.unsubscribe !== undefined)
  return new Map(methods.map((one) => [one.name, one]))
}

/**
 * Returns the descriptor without codecs, since a provider returns values in JSON form. As in other providers,
 * large JSON numbers are rounded.
 */
function raw(method: MethodDescriptor): MethodDescriptor {
  return { ...method, json: JSON, errorData: undefined }
}

/**
 * Returns a descriptor for a method that is not in the document, sent to the endpoint of the group. Its
 * effect is `write`, so that calls are never repeated.
 */
function unknownMethod(
  methods: ReadonlyMap<string, MethodDescriptor>,
  name: string,
): MethodDescriptor {
  const [first] = methods.values()
  const method = unlisted({ name, effect: 'write', path: first?.group.path ?? '/' })
  return first ? { ...method, group: first.group } : method
}

async function orDisconnected<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    throw disconnected(error)
  }
}

/** Converts a missing response to an error with code `4900`. Returns other errors unchanged. */
function disconnected(error: unknown): unknown {
  if (!(error instanceof NodeError) || isRpcError(error) || isAbortReason(error)) return error
  return new RpcError(DISCONNECTED, error.message, { cause: error })
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** A string with hexadecimal digits after `0x`. */
export type Hex = `0x${string}`

/** The JSON form of a client type on an Ethereum node, where quantities are hexadecimal strings. */
export type Raw<T, Integer = Hex> = T extends bigint
  ? Integer
  : T extends object
    ? { [Key in keyof T]: Raw<T[Key], Integer> }
    : T
