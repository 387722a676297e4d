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
 * Returns whose programs a change of the valid values breaks. If fewer values are valid, the sender may send
 * an invalid one. If more are valid, the receiver may get one that it does not know.
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
