import { isRecord } from '@rpcloom/rpc'
import type { Page } from '../page/page.ts'
import { htmlAttribute } from './html-text.ts'

/**
 * Escapes the markdown of a page for site generators that compile it, so that they do not run text of a document as
 * code. HTML and other markdown syntax in such text was escaped when the page was printed.
 */

/**
 * Converts a page for Docusaurus and Starlight, which compile MDX. The heading is removed, since they print
 * the title in the front matter.
 */
export function mdxPage(markdown: string): string {
  const [head, body] = parts(markdown)
  return head + withoutFragments(harmless(body.replace(/^# .*\n+/m, '')))
}

/** Adds Try it to the page of a method, before its first section. */
export function withTryIt(
  text: string,
  { body }: Page,
  element: (attributes: string) => string,
): string {
  if (!('tryIt' in body) || !isRecord(body.tryIt)) return text
  const { group, method } = body.tryIt
  const attributes = Object.entries({ group, method })
    .map(([name, value]) => `${name}="${htmlAttribute(String(value))}"`)
    .join(' ')
  return text.replace(/\n(?=## )/, () => `\n${element(attributes)}\n\n`)
}

export function mdxElement(attributes: string): string {
  return `<rpcloom-try ${attributes} />`
}

/** Vue would look for a component of this name. */
export function vitePressElement(attributes: string): string {
  return `<rpcloom-try v-pre ${attributes}></rpcloom-try>`
}

/** Converts a page for VitePress, which compiles pages as Vue templates. */
export function vitePressPage(markdown: string): string {
  const [head, body] = parts(markdown)
  // VitePress writes the front matter into a script, which ends at the first closing tag.
  const data = head.replaceAll(String.raw`\u003c/`, String.raw`\u003c /`)
  return data + outsideFences(withoutFragments(harmless(body)), withoutInterpolation)
}

/**
 * Escapes text in double braces, which Vue evaluates even if it is escaped or in a code span. Only `v-pre`
 * prevents that.
 */
function withoutInterpolation(markdown: string): string {
  const spans = /\\\{(?=\\\{)|\\[^]|(?<!`)(`+)(?!`)([^]*?[^`])\1(?!`)/g
  return markdown.replace(spans, (text, _ticks: string, code?: string) => {
    if (code === undefined) return text === '\\{' ? '\\{<wbr>' : text
    if (!code.includes('{{')) return text
    const shown = /^ .*[^ ].* $/s.test(code) ? code.slice(1, -1) : code
    const entities = shown.replace(/[!-/:-@[-`{-~]/g, (one) => `&#${one.charCodeAt(0)};`)
    return `<code v-pre>${entities}</code>`
  })
}

function parts(markdown: string): readonly [string, string] {
  const end = markdown.indexOf('\n---\n') + 5
  return [markdown.slice(0, end), markdown.slice(end)]
}

/** Escapes lines that would start JavaScript modules or containers. */
function harmless(markdown: string): string {
  return outsideFences(markdown, (text) =>
    text
      .replace(/^([> ]*)(import|export)\b/gm, (_, before: string, word: string) => {
        return `${before}&#${word.charCodeAt(0)};${word.slice(1)}`
      })
      .replace(/^([> \d.-]*):::/gm, '$1\\:::'),
  )
}

/** Removes fragments from links, since only headings have IDs in Markdown. */
function withoutFragments(markdown: string): string {
  const links = /\\[^]|(?<!`)(`+)(?!`)[^]*?[^`]\1(?!`)|(\]\([^)\s:#]+\.mdx?)#[^)\s]*\)/g
  return outsideFences(markdown, (text) =>
    text.replace(links, (found, _ticks: string, link?: string) =>
      link === undefined ? found : `${link})`,
    ),
  )
}

function outsideFences(markdown: string, change: (text: string) => string): string {
  const parts: { readonly isCode: boolean; readonly lines: string[] }[] = []
  let fence: string | undefined
  for (const line of markdown.split('\n')) {
    const isCode = fence !== undefined
    if (isCode && line.replace(/^[> ]*/, '') === fence) fence = undefined
    else if (!isCode) fence = /^[>\s\d.*+-]*(`{3,})[^`]*$/.exec(line)?.[1]
    const last = parts.at(-1)
    if (last?.isCode === isCode) last.lines.push(line)
    else parts.push({ isCode, lines: [line] })
  }
  return parts
    .map(({ isCode, lines }) => (isCode ? lines.join('\n') : change(lines.join('\n'))))
    .join('\n')
}
