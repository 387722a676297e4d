import type { ContractFinding, Outcome } from '@rpcloom/conform'
import { countsOf, type GroupRecord, type ConformRecord } from './record.ts'

/** Formats a report as JUnit XML, with a suite per group and a test case per case. */
export function junitReport({ groups, findings }: ConformRecord): string {
  const suites = groups.map((group) => suite(group, findings)).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="rpcloom conform">\n${suites}\n</testsuites>\n`
}

function suite({ group, outcomes }: GroupRecord, findings: readonly ContractFinding[]): string {
  const cases = outcomes.map((outcome) => testCase(outcome, findings))
  const { skipped } = countsOf(outcomes)
  const failures = cases.filter(({ isFailure }) => isFailure).length
  const attributes = attributesOf({
    name: group,
    tests: String(outcomes.length),
    failures: String(failures),
    skipped: String(skipped),
    time: seconds(outcomes.reduce((sum, one) => sum + durationOf(one), 0)),
  })
  return `  <testsuite ${attributes}>\n${cases.map(({ text }) => text).join('\n')}\n  </testsuite>`
}

function testCase(
  outcome: Outcome,
  findings: readonly ContractFinding[],
): { readonly text: string; readonly isFailure: boolean } {
  const { group, method, name } = outcome.case
  const attributes = attributesOf({
    classname: `${group}.${method || 'endpoint'}`,
    name,
    time: seconds(durationOf(outcome)),
  })
  if (outcome.kind === 'skipped') {
    const skipped = `<skipped ${attributesOf({ message: outcome.reason })}/>`
    return { text: `    <testcase ${attributes}>${skipped}</testcase>`, isFailure: false }
  }
  const own = outcome.findings.filter((finding) => findings.includes(finding))
  const failures = own.filter(({ severity }) => severity === 'error').map(failure)
  const rest = own.filter(({ severity }) => severity === 'warning').map(wordsOf)
  const output = rest.length > 0 ? [`<system-out>${escaped(rest.join('\n'))}</system-out>`] : []
  return {
    text: `    <testcase ${attributes}>${[...failures, ...output].join('')}</testcase>`,
    isFailure: failures.length > 0,
  }
}

function failure(finding: ContractFinding): string {
  const message = wordsOf(finding)
  return `<failure ${attributesOf({ type: finding.code, message })}/>`
}

function wordsOf({ code, pointer, expected, got }: ContractFinding): string {
  return `${code}${pointer === '' ? '' : ` at ${pointer}`}: expected ${expected}, got ${got}`
}

function durationOf(outcome: Outcome): number {
  return outcome.kind === 'skipped' ? 0 : outcome.milliseconds
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

function attributesOf(values: Readonly<{ [name: string]: string }>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(' ')
}

const entities: Readonly<{ [character: string]: string }> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
  '\r': '&#13;',
}

/** Escapes text for XML 1.0, which does not allow most control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"\n\t\r]/g, (character) => entities[character] ?? character)
}
