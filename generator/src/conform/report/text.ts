import { causesOf, type Cause, type ContractFinding } from '@rpcloom/conform'
import { printable } from '../../diagnostics/printable.ts'
import { countsOf, isAbsent, skipsOf, type GroupRecord, type ConformRecord } from './record.ts'

const titles: Readonly<Record<ContractFinding['fault'], string>> = {
  server: 'Faults of the server',
  document: 'Faults of the document',
  unclear: 'Unclear: the document does not specify this, or the case may not apply to this server',
}

/**
 * Formats the results of a group as text. Lists each cause of findings once, in sections: faults of the
 * server, faults of the document, and unclear causes.
 */
export function groupLines(group: GroupRecord, findings: readonly ContractFinding[]): string {
  const { outcomes, address } = group
  const { passed, failed, skipped } = countsOf(outcomes)
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`
  const absent = isAbsent(group) ? ' (not implemented by this server)' : ''
  const causes = causesOf(findings)
  const sections = (['server', 'document', 'unclear'] as const).flatMap((fault) => {
    const own = causes.filter(({ first }) => first.fault === fault)
    return own.length === 0 ? [] : [`  ${titles[fault]} (${own.length}):`, ...own.map(causeLine)]
  })
  return [
    `${printable(group.group)}  ${printable(address)}  ${counts}${absent}`,
    ...skipsOf(outcomes).map(([reason, count]) => `  skipped ${count}: ${printable(reason)}`),
    ...sections,
  ].join('\n')
}

export function totalLine({ groups, findings, expected }: ConformRecord): string {
  const { passed, failed, skipped } = countsOf(groups.flatMap(({ outcomes }) => outcomes))
  const causes = causesOf(findings)
  const errors = causes.filter(({ first }) => first.severity === 'error').length
  const total = [
    `${passed + failed} cases run`,
    `${skipped} skipped`,
    `${errors} finding${errors === 1 ? '' : 's'}`,
    `${causes.length - errors} warning${causes.length - errors === 1 ? '' : 's'}`,
    ...(expected.length > 0 ? [`${expected.length} expected`] : []),
  ]
  return `${total.join(', ')}.`
}

function causeLine({ first, findings, methods }: Cause): string {
  const others = methods.filter((method) => method !== first.method)
  const more = findings.length - 1
  const named = others.slice(0, 3).join(', ') + (others.length > 3 ? ', \u2026' : '')
  const where = others.length === 0 ? '' : ` of ${others.length + 1} methods: also ${named}`
  return findingLine(first) + (more === 0 ? '' : printable(` (${more} more${where})`))
}

export function findingLine(finding: ContractFinding): string {
  const { severity, code, method, case: name, pointer, expected, got } = finding
  const place = pointer === '' ? '' : ` at ${pointer}`
  return `  ${severity} ${code}  ${printable(`${method || '(endpoint)'} [${name}]${place}: expected ${expected}, got ${got}`)}`
}
