import { createTransport } from 'viem'
import { isRecord } from '../json-rpc.ts'
import type { Eip1193Provider, ProviderMessage } from './eip1193.ts'

/** Options of the transport for viem. */
export interface ViemTransportOptions {
  /**
   * Whether the client supports subscriptions. If so, viem uses them to watch blocks and logs instead of
   * polling.
   */
  readonly subscriptions?: boolean
}

/**
 * The function that viem calls to create the transport of a client. Deliberately declared without types of
 * viem.
 */
export type ViemTransport = (parts: { readonly timeout?: number | undefined }) => {
  config: {
    name: string
    key: string
    request: ViemRequest
    retryCount?: number | undefined
    retryDelay?: number | undefined
    timeout?: number | undefined
    type: string
  }
  request: ViemRequest
  value?: ViemSubscriber | undefined
}

/** Sends a request. The caller declares the type of the result. */
export type ViemRequest = <Result>(
  args: { readonly method: string; readonly params?: unknown },
  options?: object,
) => Promise<Result>

/** The members of the transport that viem uses for subscriptions. */
export interface ViemSubscriber {
  subscribe(args: {
    readonly params: readonly unknown[]
    readonly onData: (data: { readonly result: unknown }) => void
    readonly onError?: ((error: unknown) => void) | undefined
  }): Promise<{ readonly subscriptionId: `0x${string}`; unsubscribe(): Promise<unknown> }>
}

/** Returns a transport for viem's `createClient` that uses a provider. Requires the package viem. */
export function viemTransportOf(
  provider: Eip1193Provider,
  { subscriptions = false }: ViemTransportOptions = {},
): ViemTransport {
  const value = subscriberOf(provider)
  const request: ViemRequest = (args) => provider.request(args)
  return ({ timeout }) =>
    createTransport(
      {
        key: 'rpcloom',
        name: 'rpcloom client',
        request,
        // The retries of viem would repeat writes too.
        retryCount: 0,
        ...(timeout !== undefined && { timeout }),
        type: subscriptions ? 'webSocket' : 'rpcloom',
      },
      subscriptions ? { ...value } : undefined,
    )
}

function subscriberOf(provider: Eip1193Provider): ViemSubscriber {
  return {
    async subscribe({ params, onData, onError }) {
      let id: `0x${string}` | undefined
      const early: ProviderMessage[] = []
      const take = (message: ProviderMessage): void => {
        if (id === undefined) early.push(message)
        else if (message.data.subscription === id) onData({ result: message.data.result })
      }
      const fail = (error: unknown): void => {
        if (isRecord(error) || error instanceof Error) onError?.(error)
      }
      const stop = (): void => {
        provider.removeListener('message', take)
        provider.removeListener('disconnect', fail)
      }
      provider.on('message', take)
      provider.on('disconnect', fail)
      try {
        id = await provider.request<`0x${string}`>({ method: 'eth_subscribe', params })
      } catch (error) {
        stop()
        throw error
      }
      const subscriptionId = id
      for (const message of early) take(message)
      return {
        subscriptionId,
        unsubscribe() {
          stop()
          return provider.request({ method: 'eth_unsubscribe', params: [subscriptionId] })
        },
      }
    },
  }
}
