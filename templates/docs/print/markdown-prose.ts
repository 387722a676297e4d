import type { Token } from 'markdown-it'
import { codeSpan, markdownLabel, markdownText } from 'rpcloom/codegen'
import { visible } from './html-text.ts'
import { isHostile, openParser } from './markdown-parser.ts'

const reader = openParser()

/** Matches text that means the same with and without Markdown. */
const plain = /^[^\\`*_[\]<>#|~&\n]*$/

/**
 * Formats prose of a document for a Markdown page. The prose is parsed and formatted again, so that
 * all renderers show the same structure, without HTML, script links or unclosed fences.
 */
export function markdownBlocks(
  text: string,
  addresses: (href: string) => string | undefined = () => undefined,
): string {
  const source = visible(text).replace(/\r\n?/g, '\n').trim()
  if (plain.test(source) || isHostile(source)) return markdownText(source)
  return blocksText(withAddresses(reader.parse(source, {}), addresses), '\n\n')
}

export function markdownLine(text: string): string {
  const source = visible(text).replace(/\r\n?/g, '\n').trim()
  if (plain.test(source) || isHostile(source)) return markdownText(source)
  return reader
    .parse(source, {})
    .flatMap((token) => (isCode(token) ? span(token.content.trim()) : (inlineText(token) ?? [])))
    .join(' ')
    .replace(/\\?\n/g, ' ')
}

/** Sets the addresses of links to pages of the site. */
function withAddresses(
  tokens: readonly Token[],
  addresses: (href: string) => string | undefined,
): readonly Token[] {
  for (const child of tokens.flatMap(({ children }) => children ?? [])) {
    if (child.type !== 'link_open') continue
    const own = addresses(String(child.attrGet('href') ?? ''))
    if (own !== undefined) child.meta = { own }
  }
  return tokens
}

function span(code: string): string {
  return code === '' ? '' : codeSpan(code).text
}

function blocksText(tokens: readonly Token[], between: string): string {
  return childrenOf(tokens)
    .map(([token, inside]) => blockText(token, inside))
    .filter((text) => text !== '')
    .join(between)
}

/** Returns the outermost tokens, each with the tokens that it encloses. */
export function childrenOf(
  tokens: readonly Token[],
): readonly (readonly [Token, readonly Token[]])[] {
  const found: (readonly [Token, readonly Token[]])[] = []
  let depth = 0
  let from = 0
  for (const [at, token] of tokens.entries()) {
    if (depth === 0) from = at
    depth += token.nesting
    const first = tokens[from]
    if (depth === 0 && first !== undefined) found.push([first, tokens.slice(from + 1, at)])
  }
  return found
}

function blockText(token: Token, inside: readonly Token[]): string {
  switch (token.type) {
    case 'inline':
      return inlineText(token) ?? ''
    case 'paragraph_open':
      return blocksText(inside, '\n')
    case 'heading_open':
      // Higher heading levels are reserved for the page itself.
      return `#### ${blocksText(inside, ' ').replace(/\\?\n/g, ' ')}`
    case 'bullet_list_open':
      return listText(inside, () => '- ')
    case 'ordered_list_open':
      return listText(inside, (at) => `${Number(token.attrGet('start') ?? 1) + at}. `)
    case 'blockquote_open':
      return blocksText(inside, '\n\n').replace(/^/gm, '> ')
    case 'fence':
    case 'code_block':
      return fenced(token.content.replace(/\n$/, ''), /^[\w+#-]+/.exec(token.info)?.[0])
    case 'hr':
      return '---'
    case 'table_open':
      return tableText(inside)
    default:
      return ''
  }
}

function listText(inside: readonly Token[], marker: (at: number) => string): string {
  const items = childrenOf(inside).map(([, item], at) => {
    const mark = marker(at)
    const isTight = item[0]?.hidden === true
    const text = blocksText(item, isTight ? '\n' : '\n\n')
    return { isTight, text: `${mark}${text.replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)}` }
  })
  return items.map(({ text }) => text).join(items.every(({ isTight }) => isTight) ? '\n' : '\n\n')
}

function tableText(inside: readonly Token[]): string {
  const rows = childrenOf(inside)
    .flatMap(([, section]) => childrenOf(section))
    .map(([, row]) => childrenOf(row).map(([, cell]) => blocksText(cell, ' ')))
  const [head = [], ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`)
  const rule = `|${' --- |'.repeat(rows[0]?.length ?? 0)}`
  return [head, rule, ...body].join('\n')
}

/** Returns a code block. Its fence is longer than any fence inside. */
export function fenced(code: string, language = ''): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${visible(code)}\n${fence}`
}

function isCode({ type }: Token): boolean {
  return type === 'fence' || type === 'code_block'
}

const marks: Readonly<Record<string, string>> = { em: '*', strong: '**', s: '~~' }

function inlineText({ type, children }: Token): string | undefined {
  if (type !== 'inline') return undefined
  const closings: string[] = []
  let text = ''
  for (const child of children ?? []) {
    const isJoined = child.type === 'code_inline' && endsWithAddress(text)
    text += isJoined ? markdownText(child.content) : spanText(child, closings)
  }
  return text
}

/** Whether a text ends with a web address: some renderers would include a following code span in the link. */
function endsWithAddress(text: string): boolean {
  const start = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1
  return /\/\/|www\./i.test(text.slice(start))
}

function spanText(token: Token, closings: string[]): string {
  switch (token.type) {
    case 'code_inline':
      return span(token.content)
    case 'softbreak':
      return '\n'
    case 'hardbreak':
      return '\\\n'
    case 'link_open': {
      const url = ownAddress(token) ?? webAddress(String(token.attrGet('href') ?? ''))
      closings.push(url === undefined ? '' : `](${url})`)
      return url === undefined ? '' : '['
    }
    case 'link_close':
      return closings.pop() ?? ''
    case 'image': {
      // Images become links, so that pages load nothing from other sites.
      const url = webAddress(String(token.attrGet('src') ?? ''))
      const text = markdownLabel(token.content || (url ?? ''))
      return url === undefined || closings.length > 0 ? text : `[${text}](${url})`
    }
    default:
      return marks[token.tag] ?? (closings.length > 0 ? markdownLabel : markdownText)(token.content)
  }
}

function ownAddress({ meta }: Token): string | undefined {
  const { own }: { readonly own?: string } = meta ?? {}
  return own
}

function webAddress(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address)) return undefined
  return address.replace(/[\s()<>\\|`]/g, (mark) =>
    [...Buffer.from(mark)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  )
}
