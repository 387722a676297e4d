import { visible } from './html-text.ts'

const fence = /^ {0,3}(`{3,}|~{3,})/
/** Code spans, links, definitions of links, and the beginnings of tags and entities. */
const inlineParts =
  /(?<code>(?<!`)(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`))|(?<lone>`+)|(?<image>!\[)|\]\((?<target>\s*<?[^\s)>]*)|(?<tag><)|(?<entity>&#?\w+;)/g

/** Prose of a document for the markdown twin: no HTML, no scripts behind links, no headings of its own. */
export function markdownBlocks(text: string): string {
  const lines = visible(text).replace(/\r\n?/g, '\n').trim().split('\n')
  const out: string[] = []
  let plain: string[] = []
  let open: string | undefined
  const flush = (): void => {
    if (plain.length > 0) out.push(safeInline(plain.join('\n')))
    plain = []
  }
  for (const line of lines) {
    const mark = fence.exec(line)?.[1]
    if (open !== undefined) {
      out.push(line)
      if (mark?.startsWith(open) && line.trim() === mark) open = undefined
    } else if (mark !== undefined) {
      flush()
      open = mark
      out.push(line)
    } else plain.push(safeLine(line))
  }
  flush()
  // A fence that the document forgot to close would swallow the rest of the page.
  if (open !== undefined) out.push(open)
  return out.join('\n')
}

/** The same on one line, for lists and tables. */
export function markdownLine(text: string): string {
  const line = visible(text).replace(/\s+/g, ' ').trim()
  return safeInline(line.replace(/^(#{1,6}|[-+>]|\d+[.)]|={3,}|-{3,})(?=\s|$)/, '\\$1')).replace(
    /\|/g,
    '\\|',
  )
}

function safeLine(line: string): string {
  return line
    .replace(/^( {0,3})(#{1,6})(?=\s|$)/, '$1####')
    .replace(/^( {0,3})(=+|-+)(\s*)$/, '$1\\$2$3')
    .replace(
      /^( {0,3}\[[^\]]*\]:\s*)(\S.*)$/,
      (_, name: string, url: string) => `${name}${safeUrl(url)}`,
    )
}

function safeInline(text: string): string {
  return text.replace(inlineParts, (...parts) => {
    const [whole] = parts as [string]
    const groups = parts.at(-1) as Readonly<Record<string, string | undefined>>
    if (groups['code'] !== undefined) return whole
    if (groups['lone'] !== undefined) return whole.replaceAll('`', '\\`')
    if (groups['image'] !== undefined) return '\\!['
    if (groups['tag'] !== undefined) return '\\<'
    if (groups['entity'] !== undefined) return `\\${whole}`
    return `](${safeUrl(groups['target'] ?? '')}`
  })
}

function safeUrl(url: string): string {
  return /^\s*<?https?:\/\/[^<>&]*$/i.test(url) ? url.trim().replace('<', '') : '#'
}
