import type { Api, Group, Method } from '../model/types.ts'

export interface SampleMethod {
  readonly group: Group
  readonly method: Method
}

/**
 * Returns all methods, sorted by their suitability for code samples. Criteria in order of precedence:
 * available to everyone and without a setting, not deprecated, read-only, has an example with a result, has no
 * params. Equally suitable methods keep the order of the documents.
 */
export function sampleMethods({ groups }: Api): readonly SampleMethod[] {
  const all = groups.flatMap((group) => group.methods.map((method) => ({ group, method })))
  const ranked = all.map((one) => ({ one, rank: rankOf(one) }))
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ one }) => one)
}

function rankOf({ group, method }: SampleMethod): number {
  const criteria = [
    isOn(group) && isOn(method),
    method.availability.http !== 'absent' && method.subscription === undefined,
    method.availability.http === 'public',
    group.doc.deprecated === undefined && method.doc.deprecated === undefined,
    method.effect === 'read',
    method.result !== undefined && !method.result.empty,
    method.examples.some(({ result }) => result !== undefined),
    method.params.every(({ required }) => !required),
  ]
  return criteria.reduce((rank, holds) => 2 * rank + Number(holds), 0)
}

function isOn({ enabledBy }: Group | Method): boolean {
  return enabledBy?.default ?? true
}
