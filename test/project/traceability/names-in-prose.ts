/**
 * Returns the names of params and fields in a table cell of the service description: `a: int; b
 * (opt): {c, d}` yields a, b, b.c and b.d. Ignores explanations.
 */
export function names(cell: string): readonly string[] {
  const plain = cell.replace('the example also returns ', '').replace(/plus `(\w+)` when /, '$1 (')
  const found = split(plain).flatMap((part) => {
    const name = /^([a-z]\w*)(?=$| ?\(|[:.]| as above| of the )/.exec(part)?.[1]
    // Other text consists of remarks: "when empty, ...", "all uint64 in nNATIVE", "default hex".
    if (name === undefined || name === 'none') return []
    const inside = brackets(part).flatMap(names)
    return [name, ...inside.map((field) => `${name}.${field}`)]
  })
  const examples = [...cell.matchAll(/[Tt]he example also \w+ ([^.)]*)/g)]
  const more = found.length > 0 ? examples.flatMap(([, text = '']) => quoted(text)) : quoted(cell)
  return [...new Set([...found, ...more])].filter((name) => /^\w/.test(name))
}

/** Returns text in backticks. `a1` to `a3`, or `a1`..`a3`, is the whole series. */
export function quoted(text: string): readonly string[] {
  const series = /`(\w*?)(\d+)(\w*)`(?: to |\.\.)`\1(\d+)\3`/g
  const spelled = text.replace(series, (...match: readonly string[]) => {
    const [, head = '', first = '', tail = '', last = ''] = match
    const count = Number(last) - Number(first) + 1
    const names = Array.from({ length: count }, (_, index) => Number(first) + index)
    return names.map((number) => `\`${head}${number}${tail}\``).join(' ')
  })
  return [...spelled.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

export function brackets(text: string): readonly string[] {
  return [...text.matchAll(/\{([^{}]+)\}/g)].map(([, inside = '']) => inside)
}

/** Splits at commas and semicolons outside of brackets. */
function split(cell: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const sign of cell) {
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    if (depth === 0 && ',;'.includes(sign)) {
      parts.push(part.trim())
      part = ''
    } else part += sign
  }
  return [...parts, part.trim()]
}
