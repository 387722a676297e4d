import type { Lead } from './syntax.ts'
import { type Comment, leave, type Token, tokensOf } from './tokens.ts'

export interface Cursor {
  /** Returns the next token without consuming it, or the token that is `ahead` tokens further. */
  readonly peek: (ahead?: number) => Token
  /** Returns the token after a closing bracket. The next token must be the opening bracket of the pair. */
  readonly behind: () => Token
  readonly next: () => Token
  readonly is: (text: string) => boolean
  readonly skip: (text: string) => boolean
  readonly expect: (text: string) => Token
  readonly name: () => string
  readonly identifier: () => string
  /** Consumes the comments before a member, property or statement. */
  readonly lead: () => Lead
  /** Consumes comments that are followed by an expression on the same line. */
  readonly comments: () => readonly Comment[]
}

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
      // A comment that follows code on the same line is not supported.
      if (comments.length > 0 && at > 0 && !token.beginsLine) leave('comment')
      return { comments, isApart, isBelowGap: comments.length > 0 && token.lines === 2 }
    },
    comments: () => {
      const { comments, isOnNewLine } = strip()
      return comments.length > 0 && isOnNewLine ? leave('comment') : comments
    },
  }
}

/**
 * Returns a token, but rejects it if comments precede it, because only a few syntax elements support comments.
 */
function bare(token: Token): Token {
  return token.comments.length === 0 ? token : leave('comment')
}

/** Maps the index of each opening bracket to the index of its closing bracket. */
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
