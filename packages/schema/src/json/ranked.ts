/**
 * Returns the items that contain words of a query, the best first. `textsOf` returns the texts of an item, of which the first
 * ones count most.
 */
export function ranked<Item>(
  items: readonly Item[],
  query: string,
  textsOf: (item: Item) => readonly string[],
): readonly Item[] {
  const given = wordsOf(query)
  const long = given.filter((word) => word.length > 2 || /\d/.test(word))
  const words = long.length > 0 ? long : given
  const scored = items.map((item) => {
    const texts = textsOf(item)
    const exact = texts[0]?.toLowerCase() === query.trim().toLowerCase() ? 100 : 0
    const points = texts.map(wordsOf).flatMap((text, index) => {
      const found = words.filter((word) => text.some((other) => other.startsWith(word)))
      return found.length * (4 >> index)
    })
    return { item, score: points.reduce((sum, one) => sum + one, exact) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item)
}

function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
}
