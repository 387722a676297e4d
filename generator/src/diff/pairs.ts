/**
 * Pairs the elements of two versions by name, in the order of the old version, followed by new elements. An
 * element is undefined in the version that lacks it.
 */
export function pairsByName<Element>(
  [olds, news]: readonly [readonly Element[], readonly Element[]],
  nameOf: (element: Element) => string,
): readonly (readonly [Element, Element | undefined] | readonly [undefined, Element])[] {
  const byName = (all: readonly Element[]): ReadonlyMap<string, Element> =>
    new Map(all.map((element) => [nameOf(element), element]))
  const [old, now] = [byName(olds), byName(news)]
  return [
    ...[...old].map(([name, element]) => [element, now.get(name)] as const),
    ...[...now].flatMap(([name, element]) =>
      old.has(name) ? [] : [[undefined, element] as const],
    ),
  ]
}
