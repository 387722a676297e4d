import type { RecordedPairing } from '@rpcloom/conform'

/**
 * Formats pairings as actions of an Overlay document. If a method already has examples, each pairing is an
 * action that appends to the list. If it has none, one action adds the list with all pairings.
 */
export function overlayText(
  pairings: ReadonlyMap<string, readonly RecordedPairing[]>,
  hasExamples: (method: string) => boolean,
): string {
  const actions = [...pairings].flatMap(([method, examples]): readonly object[] => {
    // Names in a query are quoted like JSON strings (RFC 9535).
    const target = `$.methods[?@.name == ${JSON.stringify(method)}]`
    if (!hasExamples(method)) return [{ target, update: { examples } }]
    return examples.map((update) => ({ target: `${target}.examples`, update }))
  })
  const overlay = {
    overlay: '1.0.0',
    info: { title: 'Recorded examples', version: '1.0.0' },
    actions,
  }
  return `${JSON.stringify(overlay, undefined, 2)}\n`
}
