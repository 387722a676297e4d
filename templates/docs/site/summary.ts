import type { Doc } from 'rpcloom/model'

const longest = 180

/** Summary of an element, or the first sentence of its description; undefined without prose. */
export function summaryOf({ summary, description }: Doc): string | undefined {
  const text = summary ?? firstOf(description)
  return text === undefined || text === '' ? undefined : text
}

/** A sentence about an element in plain text, for attributes and lists. */
export function firstSentence(doc: Doc, otherwise: string): string {
  const text = plainText(summaryOf(doc) ?? otherwise)
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text
}

/** Markdown without its marks. */
export function plainText(markdown: string): string {
  return (
    markdown
      // Neither part may hold what begins it: a text of nothing but brackets would be looked through for each.
      .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
      .replace(/[`*]|(?<![\w])_|_(?![\w])/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** The first sentence of a text: headings, tables, quotes, code and the like stand before it or for nothing. */
function firstOf(description: string | undefined): string | undefined {
  const paragraphs = (description ?? '')
    .replace(/^ {0,3}#{1,6} .*$/gm, '')
    .trim()
    .split(/\n\s*\n/)
  const paragraph = paragraphs.find((one) => !/^\s*(?:[|>]|```|~~~|!\[|[-*_=]{3,}\s*$)/.test(one))
  const text = (paragraph ?? '').replace(/\s+/g, ' ').trim()
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? (text === '' ? undefined : text)
}
