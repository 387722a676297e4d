import { visible } from '../print/html-text.ts'

/** Names to which code spans in prose may be linked. */
export interface Mentions<To> {
  /** Returns the names that occur among the words of a page, with their targets. */
  readonly in: (words: readonly string[]) => readonly (readonly [name: string, to: To])[]
  /** Names that Markdown may wrap, truncate or encode, so that they cannot be found by comparing words. */
  readonly anywhere: readonly (readonly [name: string, to: To])[]
}

/** Maximum length of a name to link. Code spans longer than five times this are not searched. */
const longestName = 200

/** Matches a name that has the same form in a code span and in JSON. */
const plainName = /^[^\s`|"\\<>&\p{Cs}]+$/u

/** Separates names that can be found in the words of a page from those that cannot. */
export function openMentions<To>(names: ReadonlyMap<string, To>): Mentions<To> {
  const plain = new Map<string, To>()
  const anywhere: (readonly [string, To])[] = []
  for (const [name, to] of names) {
    if (isPlain(name)) plain.set(name, to)
    else anywhere.push([name, to])
  }
  return {
    in: (words) =>
      words.flatMap((word) => {
        const to = plain.get(word)
        return to === undefined ? [] : [[word, to] as const]
      }),
    anywhere,
  }
}

function isPlain(name: string): boolean {
  return name.length <= longestName && plainName.test(name) && visible(name) === name
}

/**
 * Returns every word between two backticks in a page's JSON, sorted. This includes all code spans of its prose
 * and possibly more, since only the Markdown parser knows which backtick opens a span.
 */
export function mentionedWords(json: string): readonly string[] {
  const words = new Set<string>()
  for (const [piece] of json.matchAll(pieces)) {
    for (const word of wordsOf(piece)) {
      if (word !== '' && word.length <= longestName) words.add(word)
    }
  }
  return [...words].sort()
}

/**
 * Returns the words in a piece of JSON. A line break is two characters there; other control characters take
 * up to six and are not printed.
 */
function wordsOf(piece: string): readonly string[] {
  const text = piece.replace(/\\[nrt]/g, ' ').replace(/\\(?:u00[01][\da-f]|[bf])/g, '')
  return visible(text).split(/[\s`|"\\<>&]+/)
}

const pieces = new RegExp(`\`[^\`]{1,${longestName * 5}}(?=\`)`, 'g')
