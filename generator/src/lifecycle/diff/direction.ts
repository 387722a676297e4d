/** Who may have to change their program: those who call a service, or those who implement it. */
export type Audience = 'callers' | 'implementers'

/** What a difference does to the set of values that an element admits. */
export type Direction =
  /** Fewer values than before. */
  | 'narrower'
  /** More values than before. */
  | 'wider'
  /** Other values, or another form in a program. */
  | 'other'
  /** Nothing that a program could notice. */
  | 'same'

/** Which way a value travels: from caller to implementer, or back. */
export type Flow = 'params' | 'result'

/**
 * Who is broken by a change of the values that travel: the sender by fewer, since it may send what is
 * not admitted any more, the receiver by more, since it may get what it does not know.
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
