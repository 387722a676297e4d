import { createTransport } from 'viem'
import { isRecord } from '../json-rpc.ts'
import type { Eip1193Provider, ProviderMessage } from './eip1193.ts'

/** How viem is to see the client. */
export interface ViemTransportOptions {
  /**
   * Whether the client carries subscriptions: then viem watches blocks and logs by them, instead of asking
   * again and again.
   */
  readonly subscriptions?: boolean
  /** How often viem sends again by its own rules, which repeat writes too: 0 unless given. */
  readonly retryCount?: number
}

/** What viem calls to make a client's transport; the types of viem itself do not appear, by design. */
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

/** Sends a request; the caller says what the answer is. */
export type ViemRequest = <Result>(
  args: { readonly method: string; readonly params?: unknown },
  options?: object,
) => Promise<Result>

/** How viem subscribes. */
export interface ViemSubscriber {
  subscribe(args: {
    readonly params: readonly unknown[]
    readonly onData: (data: { readonly result: unknown }) => void
    readonly onError?: ((error: unknown) => void) | undefined
  }): Promise<{ readonly subscriptionId: `0x${string}`; unsubscribe(): Promise<unknown> }>
}

/** A transport for viem's `createClient` over a provider. Needs viem, which the program brings itself. */
export function viemTransportOf(
  provider: Eip1193Provider,
  { subscriptions = false, retryCount = 0 }: ViemTransportOptions = {},
): ViemTransport {
  const value = subscriberOf(provider)
  const request: ViemRequest = (args) => provider.request(args)
  return ({ timeout }) =>
    createTransport(
      {
        key: 'rpcloom',
        name: 'rpcloom client',
        request,
        retryCount,
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
