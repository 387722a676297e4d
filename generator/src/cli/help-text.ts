import type { Options } from './option.ts'

const width = 110
const column = 26

export function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => wrapped(text, width).join('\n')).join('\n\n')
}

/** Formats options as rows of two columns: the option and its description. */
export function rows(options: Options): string {
  return Object.entries(options)
    .flatMap(([name, { short, value, help }]) => {
      if (help === undefined) return []
      const start = short === undefined ? '      ' : `  -${short}, `
      return row(`${start}--${name}${value === undefined ? '' : ` ${value}`}`, help)
    })
    .join('\n')
}

/** Formats a term and its description as a row. The description of a long term starts on the next line. */
export function row(term: string, text: string): readonly string[] {
  const [first = '', ...rest] = wrapped(text, width - column)
  const indented = rest.map((line) => ' '.repeat(column) + line)
  return term.length < column
    ? [term.padEnd(column) + first, ...indented]
    : [term, ' '.repeat(column) + first, ...indented]
}

function wrapped(text: string, limit: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= limit)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
