import { isRecord } from '@rpcloom/rpc'
import { checkSchema } from '@rpcloom/rpc/schema'
import { made } from '../made.ts'
import { type Counting, hintsOf } from './hints.ts'
import { risenBy } from './risen.ts'
import type { Hinted, World } from './world.ts'

/** Identifies an event of a subscription. */
export interface WantedEvent {
  /** Name of the topic. */
  readonly topic: string
  /** Seed that determines the event. */
  readonly seed: string
  /** The chain that the path addresses. */
  readonly chain: string | undefined
}

/** Generates an event of a subscription in JSON form. Its counters increase with every event. */
export function madeEvent(
  world: World,
  { method, document }: Hinted,
  { topic: wanted, seed, chain }: WantedEvent,
): unknown {
  const { resolve } = document
  const topic = method.subscription?.topics.find(({ name }) => name === wanted)
  const schema = topic?.payload ?? true
  const event = made({ schema, resolve, seed })
  const { counts } = hintsOf(topic?.json['x-mock'])
  if (!counts) return event
  const counted = withCount(world, event, { ...counts, chain })
  return checkSchema(schema, counted, { resolve, maxIssues: 1 }).length === 0 ? counted : event
}

/**
 * Adds the value of a counter to the event. Counting continues from the example of a method with the same
 * counter.
 */
function withCount(
  world: World,
  event: unknown,
  { counter, member = '', step = 1, chain }: Counting & Pick<WantedEvent, 'chain'>,
): unknown {
  world.rise(counter, chain, step)
  const risen = world.risen(counter, chain)
  const begun = world.countedFrom(counter)
  if (member === '') return risenBy(begun ?? event, risen)
  return isRecord(event) ? { ...event, [member]: risenBy(begun ?? event[member], risen) } : event
}
