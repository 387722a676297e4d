import { type ContractTransport, fetchSend, type Send } from '@rpcloom/conform'
import type { AddressedContract } from './address.ts'
import {
  type CommandOptions,
  commandSend,
  type SocketSend,
  socketSend,
  type SocketSendOptions,
} from '@rpcloom/conform/node'
import { setTimeout as wait } from 'node:timers/promises'

export interface Sending {
  readonly addressOf: (path: string) => string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly timeoutMs: number
  /** How long to wait for events of a subscription over WebSocket, in milliseconds. */
  readonly eventMs?: number
  /** Waits until the next request may be sent. */
  readonly turn: () => Promise<void>
}

/** Sends requests over HTTP at the configured rate. */
export function httpSend({ addressOf, headers, timeoutMs, turn }: Sending): Send {
  const send = fetchSend({ addressOf, headers, timeoutMs })
  return async (request) => {
    await turn()
    return send(request)
  }
}

/** Where cases are sent: a URL, or the command line of a program. */
export interface Checked {
  readonly url: string
  readonly program?: Pick<CommandOptions, 'command' | 'framing'>
}

/** What a connection does in addition to sending cases. */
export type Prepared = Pick<AddressedContract, 'client' | 'before'> &
  Pick<SocketSendOptions, 'keepEvents'>

export function transportOf({ url, program }: Checked): ContractTransport | 'channel' {
  if (program) return 'channel'
  return /^ws/i.test(url) ? 'ws' : 'http'
}

/**
 * Sends requests over HTTP or WebSocket, depending on the address, or to a program. The caller must close the result.
 */
export function sendOver(
  sending: Sending,
  checked: Checked,
  { client, before, keepEvents }: Prepared,
): SocketSend {
  const { program } = checked
  const prepared = {
    ...sending,
    ...(before && { before }),
    ...(client && { client }),
    ...(keepEvents && { keepEvents }),
  }
  if (program) return commandSend({ ...prepared, ...program })
  if (transportOf(checked) === 'http') {
    const none = (): Promise<readonly never[]> => Promise.resolve([])
    return { send: httpSend(sending), strays: none, events: none, close: () => undefined }
  }
  return socketSend(prepared)
}

/**
 * Returns a function that limits the rate: it waits until the next request may be sent. Without a rate, it
 * does not wait.
 */
export function turns(rate: number | undefined): () => Promise<void> {
  let next = 0
  return async () => {
    if (rate === undefined) return
    const now = performance.now()
    const at = Math.max(now, next)
    next = at + 1000 / rate
    if (at > now) await wait(at - now)
  }
}
