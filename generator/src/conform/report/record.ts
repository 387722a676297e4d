import type { ContractFinding, Outcome } from '@rpcloom/conform'
import type { ListEntry } from '../lists.ts'

/** Outcome of a run, independent of the report's format. */
export interface ConformRecord {
  readonly url: string
  readonly groups: readonly GroupRecord[]
  /** Findings that are not in the `--expect` list. */
  readonly findings: readonly ContractFinding[]
  readonly expected: readonly ContractFinding[]
  /** Entries of the `--expect` list whose finding did not occur in this run. */
  readonly gone: readonly ListEntry[]
}

export interface GroupRecord {
  readonly group: string
  readonly address: string
  readonly methods: number
  readonly outcomes: readonly Outcome[]
}

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export function countsOf(outcomes: readonly Outcome[]): Counts {
  const count = (kind: Outcome['kind']): number =>
    outcomes.filter((outcome) => outcome.kind === kind).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

/** Returns the reasons why cases were skipped, each with its number of cases, most frequent first. */
export function skipsOf(outcomes: readonly Outcome[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const outcome of outcomes) {
    if (outcome.kind !== 'skipped') continue
    counts.set(outcome.reason, (counts.get(outcome.reason) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)
}

/** Whether the server implements none of a group's methods. */
export function isAbsent({ outcomes }: GroupRecord): boolean {
  const ofMethods = outcomes.filter(({ case: one }) => one.method !== '')
  return (
    ofMethods.some((outcome) => outcome.kind === 'skipped' && outcome.isMissing) &&
    ofMethods.every(({ kind }) => kind === 'skipped')
  )
}
