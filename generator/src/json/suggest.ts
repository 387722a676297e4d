/**
 * Returns ` Did you mean \`x\`?` with the known word closest to a misspelt word, or an empty string
 * if no known word is close.
 */
export function didYouMean(word: string, known: readonly string[], prefix = ''): string {
  const nearest = nearestWord(word, known)
  return nearest === undefined ? '' : ` Did you mean \`${prefix}${nearest}\`?`
}

/**
 * Returns the known word that was probably meant by `word`: the word with the fewest edits, with at
 * most one edit per three letters. Otherwise returns the only known word that starts with `word`.
 */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({
      candidate,
      edits: editsBetween(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, edits }) => edits <= Math.max(1, Math.floor(candidate.length / 3)))
    .toSorted((a, b) => a.edits - b.edits)
  const begun = known.filter((candidate) => word.length >= 3 && candidate.startsWith(word))
  return ranked[0]?.candidate ?? (begun.length === 1 ? begun[0] : undefined)
}

/**
 * Returns the edit distance of two words: the number of insertions, deletions, replacements and
 * transpositions.
 */
function editsBetween(a: string, b: string): number {
  let twoBefore: readonly number[] = []
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const now = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      now.push(
        Math.min(
          (before[column] ?? 0) + 1,
          (now[column - 1] ?? 0) + 1,
          (before[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (twoBefore[column - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    twoBefore = before
    before = now
  }
  return before[b.length] ?? 0
}
