import { encode, encodeMember } from '../shape/encode.ts'
import type { ObjectShape, Shape } from '../shape/types.ts'

type Arguments = readonly unknown[]

/** Params that go as one object, some of whose members need work. */
/* @__NO_SIDE_EFFECTS__ */
export function named(shape: ObjectShape): (args: Arguments) => unknown {
  return (args) => encode(shape, args[0])
}

/** Params that go as a list: arguments left out at the end are not sent, in the middle they go as null. */
export function inOrder(args: Arguments): unknown {
  return args.slice(0, args.findLastIndex((arg) => arg !== undefined) + 1)
}

/** The same where some of them need work: their shapes by name, in wire order, from the argument `first` on. */
/* @__NO_SIDE_EFFECTS__ */
export function listed(
  shapes: Readonly<Record<string, Shape | undefined>>,
  first: number = 0,
): (args: Arguments) => unknown {
  return (args) => {
    const params = [...args]
    Object.keys(shapes).forEach((name, index) => {
      const at = first + index
      params[at] = encodeMember(shapes[name], args[at], name)
    })
    return inOrder(params)
  }
}

/** Params of a kind of subscription where they go by name: `first` names the kind. */
/* @__NO_SIDE_EFFECTS__ */
export function kindNamed(first: string, shape?: ObjectShape): (args: Arguments) => unknown {
  return ([kind, params]) => ({ [first]: kind, ...(encode(shape, params) as object | undefined) })
}
