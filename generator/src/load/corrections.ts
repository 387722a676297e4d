import type { Finding } from '../diagnostics/diagnostics.ts'
import type { Place } from '../json/types.ts'

/** A reference that did not resolve, and the one that it was read as instead. */
export interface Correction {
  readonly place: Place
  readonly ref: string
  readonly readAs: string
}

/**
 * Reports corrected references. If several have the same text, or the same mistake in the path, only the
 * first is reported.
 */
export function reportCorrections(corrections: readonly Correction[]): readonly Finding[] {
  const byCause = new Map<string, { readonly first: Correction; readonly others: number }>()
  for (const one of corrections) {
    const cause = causeOf(one)
    const { first = one, others = -1 } = byCause.get(cause) ?? {}
    byCause.set(cause, { first, others: others + 1 })
  }
  return [...byCause.values()].map(({ first, others }) => finding(first, others))
}

function causeOf({ place, ref, readAs }: Correction): string {
  const [path, other] = [ref, readAs].map((text) => text.replace(/#.*$/s, ''))
  return JSON.stringify([place.file, ...(path === other ? [ref, readAs] : [path, other])])
}

function finding({ place, ref, readAs }: Correction, others: number): Finding {
  const alike = others === 0 ? '' : `, like ${others} more in this file`
  return {
    code: 'RL110',
    message: `Unresolved reference ${ref}; read as ${readAs}${alike}.`,
    place,
    severity: 'warning',
    help: `Correct the ${others === 0 ? 'reference' : 'references'}.`,
  }
}
