import type { ContractFinding, Outcome } from '@rpcloom/conform'
import { entryFor, expectationOf, type ListEntry } from './lists.ts'

/** Findings parted by a list of those that are known. */
export interface Verdict {
  readonly findings: readonly ContractFinding[]
  readonly expected: readonly ContractFinding[]
  /** Entries of the list that found nothing, though their cases were asked. */
  readonly gone: readonly ListEntry[]
}

/** What counts of the findings of a run. */
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

/** Entries that mean no case at all: misspelt, or for a method that is no more. */
export function idle(
  outcomes: readonly Outcome[],
  entries: readonly ListEntry[],
): readonly ListEntry[] {
  const cases = outcomes.map(({ case: one }) => one)
  return entries.filter((entry) => !cases.some((one) => entryFor([entry], one) !== undefined))
}
