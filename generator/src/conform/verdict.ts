import type { ContractFinding, Outcome } from '@rpcloom/conform'
import { entryFor, expectationOf, type ListEntry } from './lists.ts'

/** The findings of a run, divided into new and known ones. */
export interface Verdict {
  readonly findings: readonly ContractFinding[]
  readonly expected: readonly ContractFinding[]
  /** Entries of the `--expect` list whose cases were run without the finding. */
  readonly gone: readonly ListEntry[]
}

/**
 * Returns an outcome whose unclear findings are reduced to warnings. Example requests refer to the state of a
 * particular server, so another server may respond with undocumented errors and still be correct.
 */
export function withUnclearAsWarnings(outcome: Outcome): Outcome {
  if (outcome.kind === 'skipped') return outcome
  const findings = outcome.findings.map((finding): ContractFinding =>
    finding.fault === 'unclear' ? { ...finding, severity: 'warning' } : finding,
  )
  const isFailed = findings.some(({ severity }) => severity === 'error')
  return { ...outcome, findings, kind: isFailed ? 'failed' : 'passed' }
}

/** Divides the findings of a run into new findings and those in the `--expect` list. */
export function verdictOf(outcomes: readonly Outcome[], known: readonly ListEntry[]): Verdict {
  const all = outcomes.flatMap((outcome) => (outcome.kind === 'skipped' ? [] : outcome.findings))
  const expected = all.filter((finding) => expectationOf(known, finding) !== undefined)
  const met = new Set(known.filter((entry) => all.some((one) => expectationOf([entry], one))))
  const asked = outcomes.filter(({ kind }) => kind !== 'skipped').map(({ case: one }) => one)
  const gone = known.filter(
    (entry) => !met.has(entry) && asked.some((one) => entryFor([entry], one) !== undefined),
  )
  return { findings: all.filter((finding) => !expected.includes(finding)), expected, gone }
}

/** Returns list entries that match no case, because of a typo or because the method was removed. */
export function unusedEntries(
  outcomes: readonly Outcome[],
  entries: readonly ListEntry[],
): readonly ListEntry[] {
  const cases = outcomes.map(({ case: one }) => one)
  return entries.filter((entry) => !cases.some((one) => entryFor([entry], one) !== undefined))
}
