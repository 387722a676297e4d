import type { ContractFinding, Outcome } from '@rpcloom/conform'
import type { ListEntry } from '../lists.ts'

/** What a run found, for every form of report. */
export interface ConformRecord {
  readonly url: string
  readonly groups: readonly GroupRecord[]
  /** Findings that count: those on the list of expected ones are not among them. */
  readonly findings: readonly ContractFinding[]
  readonly expected: readonly ContractFinding[]
  /** Expected findings that are no more. */
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

/** How many cases ended how. */
export function countsOf(outcomes: readonly Outcome[]): Counts {
  const count = (kind: Outcome['kind']): number =>
    outcomes.filter((outcome) => outcome.kind === kind).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

/** Reasons for which cases were left out, with how many, the most frequent first. */
export function skipsOf(outcomes: readonly Outcome[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const outcome of outcomes) {
    if (outcome.kind !== 'skipped') continue
    counts.set(outcome.reason, (counts.get(outcome.reason) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)
}

/** Whether the server has nothing of a group: each of its methods was asked for, and there is none. */
export function isAbsent({ outcomes }: GroupRecord): boolean {
  const ofMethods = outcomes.filter(({ case: one }) => one.method !== '')
  return (
    ofMethods.some((outcome) => outcome.kind === 'skipped' && outcome.isMissing) &&
    ofMethods.every(({ kind }) => kind === 'skipped')
  )
}
