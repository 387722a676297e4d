/** Maximum line width next to other text. */
const width = 62

/**
 * Formats a declaration for display: no semicolons at line ends, and one line per member for objects and
 * unions that are too long for a line.
 */
export function layoutType(text: string): string {
  return text
    .split('\n')
    .map((line) => layoutLine(line.replace(/;$/, '')))
    .join('\n')
}

function layoutLine(line: string): string {
  if (line.length <= width) return line
  const indent = /^ */.exec(line)?.[0] ?? ''
  const depths = depthsOf(line)
  return brokenUnion(line, indent, depths) ?? brokenObject(line, indent, depths) ?? line
}

/** `type A = B | C`: one line per member of the outermost union. */
function brokenUnion(line: string, indent: string, depths: readonly number[]): string | undefined {
  const members = splitAt(line, depths, { mark: ' | ', depth: 0 })
  const [first = '', ...others] = members
  const head = /^.*?(?: = |\??: )/.exec(first)?.[0]
  if (others.length === 0 || head === undefined) return undefined
  const lines = [first.slice(head.length), ...others].map((member) =>
    layoutLine(`${indent}  | ${member}`),
  )
  return [`${indent}${head.trim()}`, ...lines].join('\n')
}

/** `{ a: A; b: B }`: one line per member of the first object. */
function brokenObject(line: string, indent: string, depths: readonly number[]): string | undefined {
  const open = depths.findIndex((depth, index) => depth >= 0 && line.charAt(index) === '{')
  const close = depths.findIndex((depth, index) => index > open && depth === depths[open])
  if (open === -1 || close <= open + 2) return undefined
  const body = line.slice(open + 1, close).trim()
  const members = splitAt(body, depthsOf(body), { mark: '; ', depth: 0 })
  return [
    line.slice(0, open + 1),
    ...members.map((member) => layoutLine(`${indent}  ${member}`)),
    layoutLine(`${indent}${line.slice(close)}`),
  ].join('\n')
}

/** Bracket depth at each character; undefined inside strings. */
function depthsOf(text: string): readonly number[] {
  let depth = 0
  let quote: string | undefined
  const depths: number[] = []
  for (let index = 0; index < text.length; index++) {
    const mark = text.charAt(index)
    if (quote !== undefined) {
      depths.push(Number.NaN)
      if (mark === '\\') {
        depths.push(Number.NaN)
        index++
      } else if (mark === quote) quote = undefined
      continue
    }
    if (/['"`]/.test(mark)) quote = mark
    if (/[)\]}>]/.test(mark) && text.charAt(index - 1) !== '=') depth--
    depths.push(quote === undefined ? depth : Number.NaN)
    if (/[([{<]/.test(mark)) depth++
  }
  return depths
}

function splitAt(
  text: string,
  depths: readonly number[],
  { mark, depth }: { readonly mark: string; readonly depth: number },
): readonly string[] {
  const parts: string[] = []
  let start = 0
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
    if (depths[at] !== depth) continue
    parts.push(text.slice(start, at))
    start = at + mark.length
  }
  return [...parts, text.slice(start)]
}
