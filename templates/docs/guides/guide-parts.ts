import type { Token } from 'markdown-it'
import { childrenOf, isHostile, openParser } from '../print/markdown-parser.ts'
import { visible } from '../print/html-text.ts'
import type { Ids } from '../site/unique-names.ts'

/** A part of a guide. Lines are counted from 1 in the file. */
export type GuidePart =
  | { readonly kind: 'title'; readonly text: string; readonly id: string }
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string; readonly id: string }
  | { readonly kind: 'prose'; readonly text: string; readonly links: readonly GuideLink[] }
  | { readonly kind: 'tabs'; readonly tabs: readonly Tab[] }
  | { readonly kind: 'callout'; readonly tone: Tone; readonly parts: readonly GuidePart[] }

/** A code block with a name in brackets, such as ```` ```js [viem] ````. `text` is the block without the name. */
export interface Tab {
  readonly name: string
  readonly text: string
}

/** The kinds of alerts of GitHub: `> [!NOTE]`. */
export const tones = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type Tone = (typeof tones)[number]

/** A link or image as the parser normalizes it, with its position in the file. */
export interface GuideLink {
  readonly href: string
  readonly isImage: boolean
  readonly line: number
  readonly column: number
}

const parser = openParser()
const named = /^\s*([\w+#.-]*)\s+\[([^[\]]+)\]\s*$/
const alert = new RegExp(String.raw`^ {0,3}> ?\[!(${tones.join('|')})\]\s*$`, 'i')

/** What the text of a callout has in common with its file. */
interface InFile {
  readonly ids: Ids
  /** Number of lines before the text in the file. */
  readonly from: number
  /** Lines of the text as they are in the file, with the marks of a quotation. */
  readonly fileLines?: readonly string[]
  /** Link definitions of the file by label. */
  readonly references?: Readonly<Record<string, LinkDefinition>>
}

interface LinkDefinition {
  readonly title: string
  readonly href: string
}

/**
 * Splits a guide. Code blocks that follow each other and have names become tabs, and alerts become callouts. The
 * first heading is the title.
 */
export function guideParts(
  text: string,
  { ids, from, fileLines = text.split('\n'), references = {} }: InFile,
): readonly GuidePart[] {
  const source = visible(text)
  if (isHostile(source)) return [{ kind: 'prose', text: source, links: [] }]
  const lines = source.split('\n')
  const env = { references: { ...references } }
  const tokens = parser.parse(source, env)
  const definitions = Object.entries(env.references).map(
    ([label, { href }]) => `[${label}]: <${href}>`,
  )
  const parts: GuidePart[] = []
  let prose: { start: number; end: number; tokens: Token[] } | undefined
  const close = (): void => {
    if (prose === undefined) return
    const { start, end, tokens: inside } = prose
    const text = [lines.slice(start, end).join('\n'), ...definitions].join('\n\n')
    parts.push({ kind: 'prose', text, links: linksOf(inside, fileLines, from) })
    prose = undefined
  }
  for (const [token, inside] of childrenOf(tokens)) {
    const [start, end] = token.map ?? [0, 0]
    const tab = token.type === 'fence' ? named.exec(token.info) : undefined
    const tone = token.type === 'blockquote_open' ? alert.exec(lines[start] ?? '') : undefined
    if (token.type === 'heading_open') {
      close()
      parts.push(headingOf(token, plainOf(inside), parts.length === 0, ids))
    } else if (tab) {
      close()
      const [, language = '', name = ''] = tab
      addTab(parts, { name, text: fenceText(lines.slice(start, end), language) })
    } else if (tone) {
      close()
      const quoted = lines.slice(start + 1, end).map((line) => line.replace(/^ {0,3}> ?/, ''))
      const inner = guideParts(quoted.join('\n'), {
        ids,
        from: from + start + 1,
        fileLines: fileLines.slice(start + 1, end),
        references: env.references,
      })
      parts.push({ kind: 'callout', tone: toneOf(tone[1] ?? ''), parts: inner })
    } else {
      prose = {
        start: prose?.start ?? start,
        end,
        tokens: [...(prose?.tokens ?? []), token, ...inside],
      }
    }
  }
  close()
  return parts
}

function headingOf({ tag }: Token, text: string, isFirst: boolean, ids: Ids): GuidePart {
  // The title has an ID, too, which other headings cannot have.
  const id = ids.choose(text)
  if (isFirst && tag === 'h1') return { kind: 'title', text, id }
  return { kind: 'heading', level: tag === 'h1' || tag === 'h2' ? 2 : 3, text, id }
}

function addTab(parts: GuidePart[], tab: Tab): void {
  const last = parts.at(-1)
  if (last?.kind === 'tabs') parts[parts.length - 1] = { kind: 'tabs', tabs: [...last.tabs, tab] }
  else parts.push({ kind: 'tabs', tabs: [tab] })
}

/** Returns a code block without its name. Only the first line has the name. */
function fenceText([first = '', ...rest]: readonly string[], language: string): string {
  const fence = /^ {0,3}(`+|~+)/.exec(first)?.[0] ?? ''
  return [`${fence}${language}`, ...rest].join('\n')
}

function toneOf(word: string): Tone {
  return tones.find((tone) => tone === word.toLowerCase()) ?? 'note'
}

function plainOf(tokens: readonly Token[]): string {
  return tokens
    .flatMap(({ children }) => children ?? [])
    .map(({ content }) => content)
    .join('')
    .trim()
}

/** Returns the links of prose. The position of a link is that of its address, or else of its paragraph. */
function linksOf(tokens: readonly Token[], lines: readonly string[], from: number): GuideLink[] {
  let place: readonly [number, number] = [0, 0]
  return tokens.flatMap(({ type, children, map }) => {
    // A cell of a table has no place of its own, but its row has.
    place = map ?? place
    if (type !== 'inline') return []
    const [start, end] = place
    const text = lines.slice(start, end).join('\n')
    let after = 0
    return (children ?? []).flatMap((child) => {
      const isImage = child.type === 'image'
      if (!isImage && child.type !== 'link_open') return []
      const href = String(child.attrGet(isImage ? 'src' : 'href') ?? '')
      const found = [href, decoded(href)]
        .map((one) => text.indexOf(one, after))
        .find((at) => at !== -1)
      const at = found ?? 0
      if (found !== undefined) after = found + 1
      const before = text.slice(0, at).split('\n')
      const column = (before.at(-1)?.length ?? 0) + 1
      return [{ href, isImage, line: from + start + before.length, column }]
    })
  })
}

export function decoded(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    // A percent sign that is no escape sequence.
    return href
  }
}
