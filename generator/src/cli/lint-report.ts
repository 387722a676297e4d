import { gather } from '../json/gather.ts'
import { catalogue, type Diagnostic } from '../diagnostics/diagnostics.ts'
import type { LintFinding } from '../lint/lint.ts'
import { alignedRows } from './aligned-rows.ts'
import { printable } from '../diagnostics/printable.ts'
import { ownVersion } from './version.ts'

/** An entry of the report: a diagnostic of the loader, or a finding of a lint rule. */
export type Reported = Diagnostic | LintFinding

type Group = readonly [Reported, ...Reported[]]

/** Groups findings by rule. Sorts rules by severity, then by their number of findings. */
function byRule(findings: readonly Reported[]): readonly Group[] {
  const groups = gather(findings.map((finding) => [finding.code, finding] as const))
  return [...groups.values()].toSorted((a, b) => rankOf(a[0]) - rankOf(b[0]) || b.length - a.length)
}

/** Formats findings grouped by rule. The rule's help is included once. */
export function findingsByRule(findings: readonly Reported[]): string {
  return byRule(findings).map(groupText).join('\n')
}

function groupText(group: Group): string {
  const [first] = group
  const { severity, code, help } = first
  const places = group.map(
    ({ file, line, column, message }) =>
      `  ${printable(file)}:${line}:${column}  ${printable(message)}`,
  )
  const title = `${severity} ${code} ${titleOf(first)} (${group.length})`
  return [title, `  ${printable(help)}`, ...places].join('\n')
}

export function countsByRule(findings: readonly Reported[]): string {
  return alignedRows(
    byRule(findings).map((group) => [
      `  ${String(group.length).padStart(5)}`,
      group[0].severity,
      group[0].code,
      titleOf(group[0]),
    ]),
  )
}

function titleOf(finding: Reported): string {
  return 'rule' in finding ? finding.rule : catalogue[finding.code].title
}

function rankOf({ severity }: Reported): number {
  return severity === 'error' ? 0 : 1
}

/** Formats a finding as a line that problem matchers of editors and CI can read. */
export function problemLine(finding: Reported): string {
  const { file, line, column, severity, code, message } = finding
  return `${printable(file)}:${line}:${column}: ${severity} ${code} ${printable(message)}`
}

/** Formats a finding as a workflow command, with which GitHub Actions annotates a line of a pull request. */
export function githubLine(finding: Reported): string {
  const { file, line, column, severity, code, message, help } = finding
  const title = 'rule' in finding ? `${code} ${finding.rule}` : code
  const properties = Object.entries({ file, line, col: column, title })
    .map(([name, value]) => `${name}=${property(String(value))}`)
    .join(',')
  return `::${severity} ${properties}::${escaped(`${message} ${help}`)}`
}

/** Escapes characters with a special meaning in a workflow command, and removes control characters and line breaks. */
function escaped(text: string): string {
  return printable(text).replaceAll('%', '%25')
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** Formats findings as a SARIF 2.1.0 log for code scanning. */
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
