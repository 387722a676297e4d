import { isRecord } from '@rpcloom/rpc'
import { checkSchema, dereference } from '@rpcloom/rpc/schema'
import { type Members } from '../described.ts'
import { made } from '../made.ts'
import { type Counting, hintsOf } from './hints.ts'
import { risenBy } from './risen.ts'
import type { Hinted, World } from './world.ts'
import { listOf } from '@rpcloom/rpc/internal'

/** Selects an event of a subscription. */
export interface WantedEvent {
  /** Name of the topic. */
  readonly kind: string
  /** Determines the event. */
  readonly seed: string
  /** The chain in the path. */
  readonly chain: string | undefined
}

/** Generates an event of a subscription in JSON form. Counters increase from event to event. */
export function madeEvent(
  world: World,
  hinted: Hinted,
  { kind, seed, chain }: WantedEvent,
): unknown {
  const { resolve } = hinted.description
  const said = kindOf(hinted, kind)
  const schema = said?.['payload'] ?? true
  const event = made({ schema, resolve, seed })
  const { counts } = hintsOf(said?.['x-mock'])
  if (!counts) return event
  const counted = withCount(world, event, { ...counts, chain })
  return checkSchema(schema, counted, { resolve, maxIssues: 1 }).length === 0 ? counted : event
}

function kindOf({ method, description: { resolve } }: Hinted, name: string): Members | undefined {
  const said = method.json['x-subscription']
  return listOf(isRecord(said) ? said['kinds'] : undefined)
    .map((kind) => dereference(kind, resolve))
    .filter(isRecord)
    .find((kind) => kind['name'] === name)
}

/** Returns the event with its number, continuing from the example of a method with the same counter. */
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
