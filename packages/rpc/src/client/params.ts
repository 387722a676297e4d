import type { MethodDescriptor, ParamsDescriptor } from '../descriptor.ts'
import { encode } from '../shape/encode.ts'

type Arguments = readonly unknown[]

/** The params of a method, or those of a topic with the structure of its method. */
interface CallParams extends ParamsDescriptor {
  readonly structure?: MethodDescriptor['structure'] | undefined
}

/** Returns the number of arguments before the call options: an object, or an argument for each param. */
export function argumentCount({ structure, order }: CallParams): number {
  return structure ? order.length : Math.min(order.length, 1)
}

/** Encodes the arguments of a call as params; undefined for a method without params. */
export function paramsOf({ structure, order, params }: CallParams, args: Arguments): unknown {
  if (order.length === 0) return undefined
  if (!structure) return encode(params, args[0])
  const named = Object.fromEntries(order.map((name, index) => [name, args[index]]))
  const encoded = encode(params, named) as typeof named
  const list = order.map((name) => encoded[name])
  // Omitted arguments at the end are not sent; in the middle they are sent as null.
  return list.slice(0, list.findLastIndex((one) => one !== undefined) + 1)
}

/**
 * Returns the params of a subscription request: the topic, unless the method has only one, followed by the
 * params of the topic.
 */
export function topicParams(
  { structure, order: [first = ''], subscription }: MethodDescriptor,
  topic: string,
  own: unknown,
): unknown {
  if (subscription?.single) return own
  return structure
    ? [topic, ...((own as Arguments | undefined) ?? [])]
    : { [first]: topic, ...(own as object | undefined) }
}
