/** An audience whose programs a change may break. */
export type Audience = 'callers' | 'implementers'

/** Effect of a difference on the set of valid values. */
export type Direction =
  | 'narrower'
  | 'wider'
  /** Different values, or a different representation in programs. */
  | 'other'
  /** The same values, but callers that omit a value mean another one. */
  | 'assumed'
  /** No observable difference. */
  | 'same'

/**
 * Direction in which a value is sent: `params` from caller to implementer, `result` from implementer to
 * caller.
 */
export type Flow = 'params' | 'result'

/**
 * Returns the audiences whose programs a change of the valid values breaks. If fewer values are valid, the
 * sender may send an invalid value. If more values are valid, the receiver may get an unknown value.
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
    case 'assumed':
      return flow === 'params' ? ['callers', 'implementers'] : []
    case 'same':
      return []
    default:
      return direction satisfies never
  }
}
