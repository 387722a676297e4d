/** Who may have to change their program: callers of a service, or its implementers. */
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
 * Returns who is broken by a change of valid values: the sender by fewer, since it may send one that is no
 * longer valid; the receiver by more, since it may get one that it does not know.
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
