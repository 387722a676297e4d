import type { Member } from '../../openrpc/grammar.ts'

/** Whether a null member counts as absent: where null is not a regular value. */
export function isDispensable(member: Member): boolean {
  if (typeof member === 'string') return member !== 'any'
  return !('one' in member && ['schema', 'loose', 'opaque'].includes(member.one))
}
