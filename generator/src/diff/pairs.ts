/**
 * Pairs the elements of two versions by name: first the elements of the old version in their order, then new
 * elements. A removed or new element is paired with undefined.
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
