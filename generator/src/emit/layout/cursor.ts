import type { Lead } from './syntax.ts'
import { type Comment, leave, type Token, tokensOf } from './tokens.ts'

/** Tokens of a text, one after the other. */
export interface Cursor {
  /** The token after `ahead` others. */
  readonly peek: (ahead?: number) => Token
  /** The token behind the bracket that closes the next one. */
  readonly behind: () => Token
  readonly next: () => Token
  /** Whether the next token is this mark or word. */
  readonly is: (text: string) => boolean
  /** Takes the next token if it is this mark or word. */
  readonly skip: (text: string) => boolean
  readonly expect: (text: string) => Token
  readonly name: () => string
  /** A name that may be declared or referred to. */
  readonly identifier: () => string
  /** Takes the comments before a member, property or statement. */
  readonly lead: () => Lead
  /** Takes comments that are followed by an expression on their line. */
  readonly comments: () => readonly Comment[]
}

/** Words that are no names; what is read here without them is no statement either. */
const reserved: ReadonlySet<string> = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if import in instanceof let new null return static super switch this throw true try typeof var void ' +
    'while with yield'
  ).split(' '),
)

export function openCursor(text: string): Cursor {
  const tokens = tokensOf(text)
  const end = tokens.at(-1) ?? leave('no tokens')
  const closed = closedBy(tokens)
  let at = 0
  const peek = (ahead = 0): Token => tokens[at + ahead] ?? end
  const next = (): Token => {
    const token = bare(peek())
    at++
    return token
  }
  const is = (mark: string): boolean => {
    const { kind, text: found } = peek()
    return found === mark && (kind === 'mark' || kind === 'name')
  }
  const skip = (mark: string): boolean => {
    if (!is(mark)) return false
    next()
    return true
  }
  const strip = (): Token => {
    const token = peek()
    if (token.comments.length > 0) tokens[at] = { ...token, comments: [] }
    return token
  }
  return {
    peek,
    behind: () => tokens[(closed.get(at) ?? tokens.length) + 1] ?? end,
    next,
    is,
    skip,
    expect: (mark) => (is(mark) ? next() : leave(`expected ${mark}`)),
    name: () => {
      const token = next()
      return token.kind === 'name' ? token.text : leave(`expected a name, not ${token.text}`)
    },
    identifier: () => {
      const { kind, text } = next()
      return kind === 'name' && !reserved.has(text) ? text : leave(`expected a name, not ${text}`)
    },
    lead: () => {
      const token = strip()
      const { comments, isApart } = token
      // One that is behind something on its line, and one that an empty line parts from what it is about.
      if (comments.length > 0 && ((at > 0 && !token.beginsLine) || token.lines === 2))
        leave('comment')
      if (comments.slice(1).some((comment) => comment.isApart)) leave('comment')
      return { comments, isApart }
    },
    comments: () => {
      const { comments, isOnNewLine } = strip()
      return comments.length > 0 && isOnNewLine ? leave('comment') : comments
    },
  }
}

/** A token without comments: in most places there is no rule here for them. */
function bare(token: Token): Token {
  return token.comments.length === 0 ? token : leave('comment')
}

/** Which token closes each bracket. */
function closedBy(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const open: number[] = []
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'mark') continue
    if (text === '(' || text === '[' || text === '{') open.push(index)
    else if (text === ')' || text === ']' || text === '}') found.set(open.pop() ?? -1, index)
  }
  return found
}
