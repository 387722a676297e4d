export interface Notes {
  readonly version: string
  /** Date such as `2026-01-31`. Undefined if the heading contains no date. */
  readonly date: string | undefined
  readonly text: string
}

/**
 * Matches headings such as `## [1.2.0] - 2026-01-31`, in the format of keepachangelog.com and
 * similar formats.
 */
const heading = /^##[ \t]+\[?([^\]\s(]+)\]?(?:\([^)]*\))?(?:[ \t]+[^\d\n]*(\d{4}-\d{2}-\d{2})?.*)?$/

export function readChangelog(markdown: string): readonly Notes[] {
  const found: { version: string; date: string | undefined; lines: string[] }[] = []
  let fence: string | undefined
  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
    const [, version, date] = (fence === undefined && heading.exec(line)) || []
    if (version === undefined) found.at(-1)?.lines.push(line)
    else found.push({ version, date: isDate(date) ? date : undefined, lines: [] })
  }
  return found.map(({ version, date, lines }) => ({
    version,
    date,
    text: lines.join('\n').trim(),
  }))
}

function isDate(text: string | undefined): boolean {
  return text !== undefined && !Number.isNaN(Date.parse(text))
}
