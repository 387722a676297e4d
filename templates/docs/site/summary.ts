import type { Doc } from 'rpcloom/model'

const longest = 180

/**
 * Returns the summary of an element, or else the first sentence of its description. Returns
 * undefined if the element has neither.
 */
export function summaryOf({ summary, description }: Doc): string | undefined {
  const text = summary ?? firstOf(description)
  return text === undefined || text === '' ? undefined : text
}

/** Returns a plain-text sentence about an element, for HTML attributes and lists. */
export function firstSentence(doc: Doc, otherwise: string): string {
  const text = plainText(summaryOf(doc) ?? otherwise)
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text
}

export function plainText(markdown: string): string {
  return (
    markdown
      // The character classes exclude opening brackets, because a text of brackets would otherwise
      // take quadratic time.
      .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
      .replace(/[`*]|(?<![\w])_|_(?![\w])/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** Returns the first sentence of Markdown prose, skipping headings, tables, quotes and code. */
function firstOf(description: string | undefined): string | undefined {
  const paragraphs = (description ?? '')
    .replace(/^ {0,3}#{1,6} .*$/gm, '')
    .trim()
    .split(/\n\s*\n/)
  const paragraph = paragraphs.find((one) => !/^\s*(?:[|>]|```|~~~|!\[|[-*_=]{3,}\s*$)/.test(one))
  const text = (paragraph ?? '').replace(/\s+/g, ' ').trim()
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? (text === '' ? undefined : text)
}
