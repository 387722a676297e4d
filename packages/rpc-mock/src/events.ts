import { encode } from '@rpcloom/rpc/internal'
import {
  type Feed,
  type MissingCall,
  type ServerGroup,
  type SubscriptionTopic,
  feed,
} from '@rpcloom/rpc/server'

/** How to generate events while there are subscribers. */
export interface Pace {
  readonly everyMs: number
  /** Generates the next event of a subscription in its JSON form; undefined if that is impossible. */
  readonly make: (call: MissingCall, count: number) => unknown
}

/** The subscriptions of all groups and their events, by topic. */
export class Events {
  readonly #feeds = new Map<SubscriptionTopic, Feed<unknown>>()
  readonly #pace: Pace | undefined
  readonly #clocks = new Map<Feed<unknown>, () => void>()
  #first: Readonly<Record<string, readonly unknown[]>> = {}

  constructor(groups: readonly ServerGroup[], pace?: Pace) {
    this.#pace = pace
    for (const { topics = [] } of groups.flatMap(({ methods }) => methods)) {
      for (const topic of topics) this.#feeds.set(topic, feed())
    }
  }

  /** Sends a decoded event to all subscribers of a topic. Returns the number of subscribers. */
  emit(name: string, event: unknown): number {
    const topics = [...this.#feeds].filter(([topic]) => topic.name === name)
    if (topics.length === 0) throw new TypeError(`No subscription has a topic ${name}`)
    let count = 0
    for (const [topic, { push, size }] of topics) {
      count += size
      push(encode(topic.event, event))
    }
    return count
  }

  /** Sets the events that each new subscriber receives first, by topic and in JSON form. */
  begin(first: Readonly<Record<string, readonly unknown[]>>): void {
    this.#first = first
  }

  /** Opens a stream of the events of a subscription from now on, in JSON form. */
  listen(call: MissingCall): AsyncIterable<unknown> | undefined {
    const { topic, ctx } = call
    const source = topic && this.#feeds.get(topic)
    const events = source?.listen(ctx.signal)
    if (source) this.#start(source, call)
    const first =
      topic && Object.hasOwn(this.#first, topic.name) ? this.#first[topic.name] : undefined
    return events && first ? joined(first, events) : events
  }

  /** Generates events as long as there are subscribers. */
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
