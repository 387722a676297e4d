import { isValid } from '@rpcloom/schema/internal'
import { generateValue } from '../generate-value.ts'
import { addTo, changeMember } from './counter.ts'
import { hintsOf } from './hints.ts'
import type { HintedMethod } from './hinted-method.ts'
import type { PathValues } from '@rpcloom/rpc/client'
import type { MockState } from './mock-state.ts'

interface EventOptions {
  readonly topic: string
  readonly seed: string
  /** Values of the variables in the request's path. */
  readonly at: PathValues
}

/**
 * Generates an event of a subscription in JSON form. The event's counter increases with every event. It
 * starts at the value in an example of a method that uses the same counter.
 */
export function generateEvent(
  state: MockState,
  { method, document: { resolve } }: HintedMethod,
  { topic: topicName, seed, at }: EventOptions,
): unknown {
  const topic = method.subscription?.topics.find(({ name }) => name === topicName)
  const schema = topic?.payload ?? true
  const event = generateValue({ schema, resolve, seed })
  const { counts } = hintsOf(topic?.json['x-mock'])
  if (!counts) return event
  const { counter, member = '', step = 1 } = counts
  state.increment(counter, at, step)
  const start = state.exampleCount(counter)
  const increase = state.increase(counter, at)
  const counted = changeMember(event, member, (count) => addTo(start ?? count, increase))
  return isValid(schema, counted, { resolve }) ? counted : event
}
