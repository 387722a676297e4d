import type { MissingCall, ServerGroup, ServerMethod } from '@rpcloom/rpc/server'
import type { MockCall } from './types.ts'

const MAX_CALLS = 10_000

/** The recorded calls of all methods, oldest first. */
export class CallLog {
  #calls: MockCall[] = []

  add({ group, method, ctx }: MissingCall, params: unknown): void {
    if (this.#calls.length >= MAX_CALLS * 2) this.#calls = this.#calls.slice(-MAX_CALLS)
    this.#calls.push({
      method: method.name,
      group: group.key,
      // The dispatcher has already converted params to named ones.
      params: params as MockCall['params'],
      at: ctx.at,
      transport: ctx.transport,
      id: ctx.id,
    })
  }

  of(name?: string): readonly MockCall[] {
    const latest = this.#calls.slice(-MAX_CALLS)
    return name === undefined ? latest : latest.filter(({ method }) => method === name)
  }

  ofMethod(group: ServerGroup, method: ServerMethod): readonly MockCall[] {
    return this.of(method.name).filter((call) => call.group === group.key)
  }

  clear(): void {
    this.#calls = []
  }
}
