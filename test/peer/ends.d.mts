import type { CallOptions } from '@rpcloom/rpc/client'
import type { ClientTable } from '@rpcloom/rpc/codegen/client'
import type { BuildPeerOptions, PeerBase, Protocol } from '@rpcloom/rpc/codegen/peer'
import type { Channel, Dialer } from '@rpcloom/rpc/channels'
import type { Context, Dispatcher, DispatcherOptions, ServerGroup } from '@rpcloom/rpc/server'

type Call<Params, Result> = (params: Params, options?: CallOptions) => Promise<Result>

/** The methods of the server. */
export interface Editor {
  readonly echo: Call<{ readonly value: unknown }, unknown>
  readonly back: Call<{ readonly value: number; readonly ms?: number }, number>
  readonly hang: (options?: CallOptions) => Promise<unknown>
  readonly fail: (options?: CallOptions) => Promise<unknown>
  readonly steps: Call<{ readonly count: number }, number>
  readonly started: () => Promise<readonly unknown[]>
  readonly note: Call<{ readonly n: number }, void>
  readonly noted: () => Promise<readonly number[]>
  readonly end: () => Promise<void>
  batch<T>(calls: (client: Editor) => T | Promise<T>): Promise<T>
}

/** The methods of the client. */
export interface Program {
  readonly twice: Call<{ readonly value: number }, number>
  readonly callBack: Call<{ readonly value: number }, number>
  readonly wait: (options?: CallOptions) => Promise<unknown>
  readonly log: Call<{ readonly message: string }, void>
}

type Handler = (params: never, ctx: Context<never>) => unknown

export declare const serverGroup: ServerGroup
export declare const clientGroup: ServerGroup
export declare const cancel: NonNullable<Protocol['cancel']>
export declare const progress: NonNullable<Protocol['progress']>
export declare function tableOf(group: ServerGroup): ClientTable
export declare function handlersOf(quit?: () => void): Readonly<Record<string, Handler>> & {
  readonly started: unknown[]
}
export declare function serverOf(
  options?: Partial<Omit<DispatcherOptions<Program>, 'handlers'>> & {
    readonly handlers?: Readonly<Record<string, unknown>>
  },
): Dispatcher
export declare function clientOf(
  channel: Channel | Dialer,
  options?: Partial<Omit<BuildPeerOptions<object>, 'handlers'>> & {
    readonly handlers?: Readonly<Record<string, (params: never, ctx: never) => unknown>>
  },
): Editor & PeerBase
