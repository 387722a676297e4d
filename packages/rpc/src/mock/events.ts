import { feed, type Feed } from '../server/feed.ts'
import type { MissingCall, ServerGroup, SubscriptionKind } from '../server/types.ts'
import { encode } from '../shape/encode.ts'

/** What subscriptions are fed from: by kind, over all groups. */
export class Events {
  readonly #feeds = new Map<SubscriptionKind, Feed<unknown>>()
  #first: Readonly<Record<string, readonly unknown[]>> = {}

  constructor(groups: readonly ServerGroup[]) {
    for (const { subscription } of groups.flatMap(({ methods }) => methods)) {
      for (const kind of subscription?.kinds ?? []) this.#feeds.set(kind, feed())
    }
  }

  /** Gives an event, decoded, to all who listen to kinds of that name; tells how many there are. */
  emit(name: string, event: unknown): number {
    const kinds = [...this.#feeds].filter(([kind]) => kind.name === name)
    if (kinds.length === 0) throw new TypeError(`No subscription has a kind ${name}`)
    let count = 0
    for (const [kind, { push, size }] of kinds) {
      count += size
      push(encode(kind.payload, event))
    }
    return count
  }

  /** Says what each who subscribes gets first: by kind, as on the wire. */
  begin(first: Readonly<Record<string, readonly unknown[]>>): void {
    this.#first = first
  }

  /** The events of a subscription from now on, as on the wire. */
  listen({ kind, ctx }: MissingCall): AsyncIterable<unknown> | undefined {
    const events = kind && this.#feeds.get(kind)?.listen(ctx.signal)
    const first = kind && Object.hasOwn(this.#first, kind.name) ? this.#first[kind.name] : undefined
    return events && first ? joined(first, events) : events
  }

  /** Ends all subscriptions. */
  reset(): void {
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
