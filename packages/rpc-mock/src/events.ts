import { encode } from '@rpcloom/rpc/internal'
import {
  type Feed,
  type MissingCall,
  type ServerGroup,
  type SubscriptionTopic,
  feed,
} from '@rpcloom/rpc/server'

export interface EventSchedule {
  readonly everyMs: number
  /** Generates the next event of a subscription in its JSON form; undefined if no event can be generated. */
  readonly generate: (call: MissingCall, count: number) => unknown
}

export class Events {
  readonly #feeds = new Map<SubscriptionTopic, Feed<unknown>>()
  readonly #schedule: EventSchedule | undefined
  readonly #stops = new Map<Feed<unknown>, () => void>()
  /** Initial events that each new subscriber receives, by topic and in JSON form. */
  initial: Readonly<Record<string, readonly unknown[]>> = {}

  constructor(groups: readonly ServerGroup[], schedule?: EventSchedule) {
    this.#schedule = schedule
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

  /** Opens a stream of the future events of a subscription, in JSON form. */
  listen(call: MissingCall): AsyncIterable<unknown> | undefined {
    const { topic, ctx } = call
    const source = topic && this.#feeds.get(topic)
    if (!source) return undefined
    const events = source.listen(ctx.signal)
    this.#generate(source, call)
    const initial = Object.hasOwn(this.initial, topic.name) ? this.initial[topic.name] : undefined
    return initial ? concatenated(initial, events) : events
  }

  #generate(source: Feed<unknown>, call: MissingCall): void {
    const schedule = this.#schedule
    if (!schedule || this.#stops.has(source)) return
    let count = 0
    const timer = setInterval(() => {
      if (source.size === 0) stop()
      else
        void Promise.resolve(schedule.generate(call, count++)).then((event) => source.push(event))
    }, schedule.everyMs)
    const stop = (): void => {
      clearInterval(timer)
      this.#stops.delete(source)
    }
    this.#stops.set(source, stop)
  }

  reset(): void {
    for (const stop of this.#stops.values()) stop()
    for (const { close } of this.#feeds.values()) close()
  }
}

async function* concatenated(
  first: readonly unknown[],
  rest: AsyncIterable<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  yield* first
  yield* rest
}
