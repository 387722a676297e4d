import type { MethodDescriptor, ParamsDescriptor } from '../descriptor.ts'
import { convertMember } from '../shape/convert.ts'
import { encode } from '../shape/encode.ts'

type Arguments = readonly unknown[]
type Positions = Pick<MethodDescriptor, 'order' | 'structure'>

/** Number of arguments before the call options: one object, or one argument per param. */
export function argumentCount({ structure, order }: Positions): number {
  return structure ? order.length : Math.min(order.length, 1)
}

/** Returns the params to send for the arguments of a call; undefined for a method without params. */
export function paramsOf(descriptor: MethodDescriptor, args: Arguments): unknown {
  if (argumentCount(descriptor) === 0) return undefined
  return descriptor.structure
    ? inOrder(encodedList(descriptor, args))
    : encode(descriptor.params, args[0])
}

/**
 * Returns the params of a subscription request: the topic, unless the method has only one, followed by the
 * params of the topic.
 */
export function topicParams(
  { structure, order, subscription }: MethodDescriptor,
  [topic, ...args]: Arguments,
  descriptor: ParamsDescriptor,
): unknown {
  const isSingle = subscription?.single === true
  if (structure) {
    const list = inOrder([...(isSingle ? [] : [topic]), ...encodedList(descriptor, args)])
    return isSingle && order.length === 0 ? undefined : list
  }
  if (isSingle) return encode(descriptor.params, args[0])
  const [first = ''] = order
  return { [first]: topic, ...(encode(descriptor.params, args[0]) as object | undefined) }
}

function encodedList({ order, params = {} }: ParamsDescriptor, args: Arguments): Arguments {
  return order.map((name, index) => {
    // The name of a param may equal that of a member inherited from Object.
    const codec = Object.hasOwn(params, name) ? params[name] : undefined
    return convertMember(encode, codec, args[index], name)
  })
}

/** Omitted arguments at the end are not sent; in the middle they are sent as null. */
function inOrder(args: Arguments): Arguments {
  return args.slice(0, args.findLastIndex((arg) => arg !== undefined) + 1)
}
