import type { MethodDescriptor, ParamsDescriptor } from '../descriptor.ts'
import { convertMember } from '../shape/convert.ts'
import { encode } from '../shape/encode.ts'
import type { ObjectShape } from '../shape/types.ts'

type Arguments = readonly unknown[]

/**
 * Descriptor of the params of a method or topic. `structure` is the structure of the method: by position or
 * by name.
 */
interface CallParams extends ParamsDescriptor {
  readonly structure?: MethodDescriptor['structure'] | undefined
}

/**
 * Returns the number of arguments before the call options: one for an object with all params, otherwise one
 * for each param.
 */
export function argumentCount({ structure, order }: CallParams): number {
  return structure ? order.length : Math.min(order.length, 1)
}

/** Encodes the arguments of a call as params; undefined for a method without params. */
export function paramsOf({ structure, order, params }: CallParams, args: Arguments): unknown {
  if (order.length === 0) return undefined
  if (!structure) return encode(params, args[0])
  const list = order.map((name, index) =>
    // Positional params have a codec each.
    convertMember(encode, (params as ObjectShape | undefined)?.[name], args[index], name),
  )
  // Omitted arguments at the end of the list are not sent. Other omitted arguments are sent as null.
  return list.slice(0, list.findLastIndex((one) => one !== undefined) + 1)
}

/**
 * Returns the params of a subscription request: the topic followed by the params of the topic. The topic is
 * omitted if the method has only one.
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
