import { visible } from '../print/html-text.ts'

/** Names that prose may mention in code spans: those that a page does mention, and those of all pages. */
export interface Mentions<To> {
  /** Of the names that a page could mention by its JSON, where they lead. */
  readonly in: (words: readonly string[]) => readonly (readonly [name: string, to: To])[]
  /** Names that prose may break, cut or encode in ways which only its printer knows. */
  readonly anywhere: readonly (readonly [name: string, to: To])[]
}

/** No name of this length is looked for in prose, and no code span of five times that holds one. */
const longestName = 200

/** A name that stands in a code span, and in JSON, as it is. */
const plainName = /^[^\s`|"\\<>&\p{Cs}]+$/u

/** Divides names into those that a look at a page's JSON finds, and others. */
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
 * Every word between two backticks of a page's JSON, sorted: whatever its prose has in code spans, and more.
 * Which of two backticks opens a span is for the printer to say.
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

/** A line break is two characters of JSON; other controls, of up to six, do not get to the page. */
function wordsOf(piece: string): readonly string[] {
  const text = piece.replace(/\\[nrt]/g, ' ').replace(/\\(?:u00[01][\da-f]|[bf])/g, '')
  return visible(text).split(/[\s`|"\\<>&]+/)
}

const pieces = new RegExp(`\`[^\`]{1,${longestName * 5}}(?=\`)`, 'g')
