import type { ContractFinding } from '@rpcloom/conform'
import { printable } from '../../output.ts'
import { countsOf, isAbsent, skipsOf, type GroupRecord, type ConformRecord } from './record.ts'

/** What a group came to, for a terminal or a log. */
export function groupLines(group: GroupRecord, findings: readonly ContractFinding[]): string {
  const { outcomes, address } = group
  const { passed, failed, skipped } = countsOf(outcomes)
  const counts = `${passed} passed, ${failed} failed, ${skipped} left out`
  const absent = isAbsent(group) ? ' (not implemented by this server)' : ''
  return [
    `${printable(group.group)}  ${printable(address)}  ${counts}${absent}`,
    ...skipsOf(outcomes).map(([reason, count]) => `  left out ${count}: ${printable(reason)}`),
    ...findings.map(findingLine),
  ].join('\n')
}

/** What all came to. */
export function totalLine({ groups, findings, expected }: ConformRecord): string {
  const { passed, failed, skipped } = countsOf(groups.flatMap(({ outcomes }) => outcomes))
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const total = [
    `${passed + failed} cases asked`,
    `${skipped} left out`,
    `${errors} finding${errors === 1 ? '' : 's'}`,
    `${findings.length - errors} to know`,
    ...(expected.length > 0 ? [`${expected.length} expected`] : []),
  ]
  return `${total.join(', ')}.`
}

/** A finding in one line. */
export function findingLine(finding: ContractFinding): string {
  const { severity, code, method, case: name, pointer, expected, got } = finding
  const place = pointer === '' ? '' : ` at ${pointer}`
  return `  ${severity} ${code}  ${printable(`${method || '(endpoint)'} [${name}]${place}: expected ${expected}, got ${got}`)}`
}
