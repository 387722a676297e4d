/** Returns the option of a param: `start-index` for `startIndex`. */
export function optionName(param: string): string {
  return param
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z]{2})/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

/** Returns the name in a list that is closest to a word, for error messages; undefined if none is similar. */
export function closest(word: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: distanceOf(word, name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.distance - b.distance)
  return best?.name
}

/** Levenshtein distance of two words of at most 64 characters. */
function distanceOf(left: string, right: string): number {
  const [a, b] = [left.slice(0, 64), right.slice(0, 64)]
  let row = Array.from({ length: b.length + 1 }, (_unused, index) => index)
  for (const [at, character] of [...a].entries()) {
    const next = [at + 1]
    for (const [index, other] of [...b].entries()) {
      const replaced = (row[index] ?? 0) + (character === other ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
