import { isRecord } from '@rpcloom/rpc'
import { checkSchema, dereference } from '@rpcloom/rpc/schema'
import { type Members } from '../described.ts'
import { made } from '../made.ts'
import { type Counting, hintsOf } from './hints.ts'
import { risenBy } from './risen.ts'
import type { Hinted, World } from './world.ts'
import { listOf } from '@rpcloom/rpc/internal'

/** Which event of a subscription is wanted. */
export interface WantedEvent {
  /** Name of the kind. */
  readonly kind: string
  /** Another value makes another event. */
  readonly seed: string
  /** The chain that the path names. */
  readonly chain: string | undefined
}

/** A made-up event of a subscription, as on the wire; a number that counts is higher than in the event before. */
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

/** The event with its number, which goes on from what a method's example says of the same counter. */
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
