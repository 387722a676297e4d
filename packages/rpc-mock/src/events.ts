import { encode } from '@rpcloom/rpc/internal'
import {
  type Feed,
  type MissingCall,
  type ServerGroup,
  type SubscriptionKind,
  feed,
} from '@rpcloom/rpc/server'

/** Generates events while there are subscribers. */
export interface Pace {
  readonly everyMs: number
  /** Generates the next event of a subscription in its JSON form; undefined if that is impossible. */
  readonly make: (call: MissingCall, count: number) => unknown
}

/** The events of subscriptions, by topic, of all groups. */
export class Events {
  readonly #feeds = new Map<SubscriptionKind, Feed<unknown>>()
  readonly #pace: Pace | undefined
  readonly #clocks = new Map<Feed<unknown>, () => void>()
  #first: Readonly<Record<string, readonly unknown[]>> = {}

  constructor(groups: readonly ServerGroup[], pace?: Pace) {
    this.#pace = pace
    for (const { kinds = [] } of groups.flatMap(({ methods }) => methods)) {
      for (const kind of kinds) this.#feeds.set(kind, feed())
    }
  }

  /** Sends an event, decoded, to all subscribers of a topic and returns their number. */
  emit(name: string, event: unknown): number {
    const kinds = [...this.#feeds].filter(([kind]) => kind.name === name)
    if (kinds.length === 0) throw new TypeError(`No subscription has a topic ${name}`)
    let count = 0
    for (const [kind, { push, size }] of kinds) {
      count += size
      push(encode(kind.event, event))
    }
    return count
  }

  /** Sets the events that each new subscriber receives first: by topic, in JSON form. */
  begin(first: Readonly<Record<string, readonly unknown[]>>): void {
    this.#first = first
  }

  /** Returns the events of a subscription from now on, in JSON form. */
  listen(call: MissingCall): AsyncIterable<unknown> | undefined {
    const { kind, ctx } = call
    const source = kind && this.#feeds.get(kind)
    const events = source?.listen(ctx.signal)
    if (source) this.#start(source, call)
    const first = kind && Object.hasOwn(this.#first, kind.name) ? this.#first[kind.name] : undefined
    return events && first ? joined(first, events) : events
  }

  /** Generates events until there are no subscribers. */
  #start(source: Feed<unknown>, call: MissingCall): void {
    const pace = this.#pace
    if (!pace || this.#clocks.has(source)) return
    let count = 0
    const clock = setInterval(() => {
      if (source.size === 0) stop()
      else void Promise.resolve(pace.make(call, count++)).then((event) => source.push(event))
    }, pace.everyMs)
    const stop = (): void => {
      clearInterval(clock)
      this.#clocks.delete(source)
    }
    this.#clocks.set(source, stop)
  }

  /** Ends all subscriptions. */
  reset(): void {
    for (const stop of this.#clocks.values()) stop()
    for (const { close } of this.#feeds.values()) close()
  }
}

async function* joined(
  first: readonly unknown[],
  rest: AsyncIterable<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  yield* first
  yield* rest
}
