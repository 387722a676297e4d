import type { Member } from '../grammar.ts'

/** Whether a member that is null is as good as not there: where null is no value like any other. */
export function isDispensable(member: Member): boolean {
  if (typeof member === 'string') return member !== 'any'
  return !('one' in member && ['schema', 'loose', 'idle'].includes(member.one))
}
