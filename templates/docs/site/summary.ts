import type { Doc } from 'rpcloom/model'

const longest = 180

/** Returns the summary of an element or the first sentence of its description; undefined if it has neither. */
export function summaryOf({ summary, description }: Doc): string | undefined {
  const text = summary ?? firstOf(description)
  return text === undefined || text === '' ? undefined : text
}

/** Returns a plain-text sentence about an element, for attributes and lists. */
export function firstSentence(doc: Doc, otherwise: string): string {
  const text = plainText(summaryOf(doc) ?? otherwise)
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text
}

export function plainText(markdown: string): string {
  return (
    markdown
      // Neither part may contain its opening bracket: otherwise a text of brackets would take quadratic time.
      .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
      .replace(/[`*]|(?<![\w])_|_(?![\w])/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** Returns the first sentence of a text, skipping headings, tables, quotes, code and the like. */
function firstOf(description: string | undefined): string | undefined {
  const paragraphs = (description ?? '')
    .replace(/^ {0,3}#{1,6} .*$/gm, '')
    .trim()
    .split(/\n\s*\n/)
  const paragraph = paragraphs.find((one) => !/^\s*(?:[|>]|```|~~~|!\[|[-*_=]{3,}\s*$)/.test(one))
  const text = (paragraph ?? '').replace(/\s+/g, ' ').trim()
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? (text === '' ? undefined : text)
}
