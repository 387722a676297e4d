import { causesOf } from '@rpcloom/conform'
import { countsOf, isAbsent, skipsOf, type ConformRecord } from './record.ts'

export function jsonReport({ url, groups, findings, expected, gone }: ConformRecord): string {
  const shown = groups.map((group) => ({
    group: group.group,
    address: group.address,
    methods: group.methods,
    implemented: !isAbsent(group),
    ...countsOf(group.outcomes),
    reasons: Object.fromEntries(skipsOf(group.outcomes)),
    cases: group.outcomes.map((outcome) => ({
      method: outcome.case.method,
      case: outcome.case.name,
      outcome: outcome.kind,
      ...(outcome.kind === 'skipped'
        ? { reason: outcome.reason }
        : { milliseconds: Math.round(outcome.milliseconds * 10) / 10 }),
    })),
  }))
  const causes = causesOf(findings).map(({ first, findings: all, methods }) => ({
    ...first,
    methods,
    cases: all.length,
  }))
  return JSON.stringify({ url, groups: shown, causes, findings, expected, gone }, undefined, 2)
}
