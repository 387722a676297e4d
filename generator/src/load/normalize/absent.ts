import type { Member } from '../../openrpc/grammar.ts'

/** Whether null means that a member is absent. This is so wherever null is not a regular value. */
export function isDispensable(member: Member): boolean {
  if (typeof member === 'string') return member !== 'any'
  return !('one' in member && ['schema', 'loose', 'opaque'].includes(member.one))
}
