import type { RecordedPairing } from '@rpcloom/conform'

/**
 * Pairings as actions of the Overlay specification. Methods that have examples get one more for each,
 * since a list that is merged into a method takes the place of the one that is there.
 */
export function overlayText(
  pairings: ReadonlyMap<string, readonly RecordedPairing[]>,
  hasExamples: (method: string) => boolean,
): string {
  const actions = [...pairings].flatMap(([method, examples]): readonly object[] => {
    // Names in a query are quoted as JSON quotes them (RFC 9535).
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
