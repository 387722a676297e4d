/** Whose programs a change may break: those of callers or of implementers. */
export type Audience = 'callers' | 'implementers'

/** Effect of a difference on the set of valid values. */
export type Direction =
  /** Fewer values than before. */
  | 'narrower'
  /** More values than before. */
  | 'wider'
  /** Other values, or another representation in a program. */
  | 'other'
  /** No observable difference. */
  | 'same'

/** Direction of a value: from caller to implementer, or back. */
export type Flow = 'params' | 'result'

/**
 * Returns whose programs a change of the valid values breaks. Fewer values break the sender, which may send an
 * invalid value; more values break the receiver, which may get an unknown value.
 */
export function brokenBy(direction: Direction, flow: Flow): readonly Audience[] {
  const [sender, receiver]: readonly [Audience, Audience] =
    flow === 'params' ? ['callers', 'implementers'] : ['implementers', 'callers']
  switch (direction) {
    case 'narrower':
      return [sender]
    case 'wider':
      return [receiver]
    case 'other':
      return ['callers', 'implementers']
    case 'same':
      return []
    default:
      return direction satisfies never
  }
}
