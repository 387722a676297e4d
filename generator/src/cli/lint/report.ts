import type { Diagnostic } from '../../diagnostics.ts'
import type { LintFinding } from '../../lifecycle/lint/lint.ts'
import { alignedRows } from '../aligned-rows.ts'
import { printable } from '../output.ts'
import { ownVersion } from '../version.ts'

/** What `lint` reports: a fault of a document, or what a rule found. */
export type Reported = Diagnostic | LintFinding

/** How many findings each rule has, the most serious and the most frequent first. */
export function countsByRule(findings: readonly Reported[]): string {
  const counts = new Map<string, { readonly first: Reported; number: number }>()
  for (const finding of findings) {
    const known = counts.get(finding.code)
    if (known === undefined) counts.set(finding.code, { first: finding, number: 1 })
    else known.number += 1
  }
  const rows = [...counts.values()].toSorted(
    (a, b) => rankOf(a.first) - rankOf(b.first) || b.number - a.number,
  )
  return alignedRows(
    rows.map(({ first, number }) => [
      `  ${String(number).padStart(5)}`,
      first.severity,
      first.code,
      'rule' in first ? first.rule : 'a fault of the document',
    ]),
  )
}

function rankOf({ severity }: Reported): number {
  return severity === 'error' ? 0 : 1
}

/** One line as problem matchers of editors and of CI read it. */
export function problemLine(finding: Reported): string {
  const { file, line, column, severity, code, message } = finding
  return `${printable(file)}:${line}:${column}: ${severity} ${code} ${printable(message)}`
}

/** A workflow command by which GitHub Actions shows a finding beside its line in a pull request. */
export function githubLine(finding: Reported): string {
  const { file, line, column, severity, code, message, help } = finding
  const title = 'rule' in finding ? `${code} ${finding.rule}` : code
  const properties = Object.entries({ file, line, col: column, title })
    .map(([name, value]) => `${name}=${property(String(value))}`)
    .join(',')
  return `::${severity} ${properties}::${escaped(`${message} ${help}`)}`
}

/** Characters that end a workflow command, or begin another one. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** Findings as a SARIF 2.1.0 log, for code scanning. */
export function sarifLog(findings: readonly Reported[]): string {
  const rules = new Map(findings.map((finding) => [finding.code, finding]))
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'rpcloom',
            version: ownVersion(),
            rules: [...rules.values()].map((finding) => ({
              id: finding.code,
              ...('rule' in finding && { name: finding.rule }),
              help: { text: finding.help },
            })),
          },
        },
        results: findings.map((finding) => ({
          ruleId: finding.code,
          level: finding.severity,
          message: { text: finding.message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(finding.file) },
                region: { startLine: finding.line, startColumn: finding.column },
              },
              logicalLocations: [{ fullyQualifiedName: finding.pointer }],
            },
          ],
        })),
      },
    ],
  }
  return JSON.stringify(log, undefined, 2)
}
