import { causesOf, type ContractFinding } from '@rpcloom/conform'
import { codeSpan } from '../../codegen/template.ts'
import { printable } from '../../diagnostics/printable.ts'
import { countsOf, isAbsent, skipsOf, type ConformRecord } from './record.ts'

/** Formats a report as Markdown tables for a pull request or web page. */
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
    ...table(['group', 'methods', 'passed', 'failed', 'skipped', 'reason'], rows),
    '',
    ...(findings.length === 0 ? ['No findings.'] : findingTable(findings)),
    '',
  ].join('\n')
}

/** Returns a table with a row per cause. Each row includes one request as an example. */
function findingTable(findings: readonly ContractFinding[]): readonly string[] {
  const rows = causesOf(findings).map(({ first, findings: all, methods }) => {
    const { severity, fault, code, pointer, expected, got, request = '' } = first
    return [
      fault,
      severity,
      code,
      methodsOf(methods),
      all.length,
      ...[pointer, expected, got, request].map(span),
    ]
  })
  const head = ['fault of', '', 'code', 'methods', 'cases', 'at', 'expected', 'got', 'request']
  return table(head, rows)
}

function methodsOf(methods: readonly string[]): string {
  const named = methods.slice(0, MAX_METHODS).map(span).join(', ')
  const more = methods.length - MAX_METHODS
  return more > 0 ? `${named} and ${more} more` : named
}

const MAX_METHODS = 5

function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

/** Formats the text of a response as code in a table cell. */
function span(text: string): string {
  return text === '' ? '' : codeSpan(printable(text)).text
}
