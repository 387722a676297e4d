import type { ContractFinding } from '@rpcloom/conform'
import { codeSpan } from '../../../emit/template.ts'
import { printable } from '../../output.ts'
import { countsOf, isAbsent, skipsOf, type ConformRecord } from './record.ts'

/** A report as tables, for a pull request or a page. */
export function markdownReport({ url, groups, findings }: ConformRecord): string {
  const rows = groups.map((group) => {
    const { passed, failed, skipped } = countsOf(group.outcomes)
    const reasons = skipsOf(group.outcomes).map(([reason, count]) => `${count} ${reason}`)
    const words = isAbsent(group) ? ['not implemented by this server'] : reasons
    return [span(group.group), group.methods, passed, failed, skipped, words.map(span).join('<br>')]
  })
  return [
    `# Conformance of ${span(url)}`,
    '',
    ...table(['group', 'methods', 'passed', 'failed', 'left out', 'why'], rows),
    '',
    ...(findings.length === 0 ? ['No findings.'] : findingTable(findings)),
    '',
  ].join('\n')
}

function findingTable(findings: readonly ContractFinding[]): readonly string[] {
  const rows = findings.map(({ severity, code, method, case: name, pointer, expected, got }) => [
    severity,
    code,
    ...[method, name, pointer, expected, got].map(span),
  ])
  return table(['', 'code', 'method', 'case', 'at', 'expected', 'got'], rows)
}

function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

/** Text of an answer as code in a cell. */
function span(text: string): string {
  return text === '' ? '' : codeSpan(printable(text)).text
}
