/** Thrown for syntax that the built-in layout does not support. Prettier then formats the module instead. */
export class NotLaidOut extends Error {}

/** Throws `NotLaidOut`, so that prettier formats the module. */
export function leave(what: string): never {
  throw new NotLaidOut(what)
}

export interface Comment {
  readonly text: string
  /** Whether an empty line precedes the comment. */
  readonly isApart: boolean
  readonly endsLine: boolean
}

export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'template' | 'mark' | 'end'
  readonly text: string
  readonly comments: readonly Comment[]
  /** Number of line breaks directly before the token, after any comments. 2 means at least one empty line. */
  readonly lines: 0 | 1 | 2
  /** Whether a line break separates the token from the previous token, before or after comments. */
  readonly isOnNewLine: boolean
  /** Whether a line break precedes the token or, if it has comments, the first comment. */
  readonly beginsLine: boolean
  /** Whether an empty line precedes the token and its comments. */
  readonly isApart: boolean
}

const comment = /(?:\/\/|^#!)[^\n]*|\/\*[^]*?\*\//y
const string = /'[^'\\\n]*(?:\\[^][^'\\\n]*)*'|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"/y
/** Matches a template literal whose placeholders contain only names. */
const template = /`[^`\\\n$]*(?:\$\{[\w.]+\}[^`\\\n$]*)*`/y
const number = /(?:0x[\da-f]+n?|\d+(?:\.\d*[1-9])?n?)(?![\w$.])/y
const name = /[A-Za-z_$][\w$]*/y
const longMark = /=>|\.\.\.|\?\?=|\?\?|\?\.(?!\d)|[=!]==?|[<>+-]=|&&|\|\||\+\+|--/y
const marks = '{}()[];,<>?:=.!&|+-*/%'
/** Characters with which an operator of two or three characters may start. */
const openMarks = '=.?!<>+-&|'

class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  next(): Token {
    let lines = this.#space()
    const isApart = lines === 2
    const beginsLine = lines > 0
    let isOnNewLine = beginsLine
    let comments = noComments
    for (let found = this.#comment(); found !== undefined; found = this.#comment()) {
      const before = lines
      lines = this.#space()
      isOnNewLine ||= lines > 0
      comments = [...comments, { text: found, isApart: before === 2, endsLine: lines > 0 }]
    }
    const kind = this.#kind()
    const text = this.#read(kind)
    return { kind, text, comments, lines, isOnNewLine, beginsLine, isApart }
  }

  /** Skips white space. Most tokens have at most one space before them. */
  #space(): 0 | 1 | 2 {
    const from = this.#at
    while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) <= 32) this.#at++
    return this.#at - from < 2 && this.#text.charAt(from) !== '\n'
      ? 0
      : linesIn(this.#text.slice(from, this.#at))
  }

  #comment(): string | undefined {
    const first = this.#text.charAt(this.#at)
    return first === '/' || (first === '#' && this.#at === 0) ? this.#take(comment) : undefined
  }

  #kind(): Token['kind'] {
    if (this.#at === this.#text.length) return 'end'
    const code = this.#text.charCodeAt(this.#at)
    if ((code | 32) >= 97 && (code | 32) <= 122) return 'name'
    if (code >= 48 && code <= 57) return 'number'
    switch (this.#text.charAt(this.#at)) {
      case '_':
      case '$':
        return 'name'
      case "'":
      case '"':
        return 'string'
      case '`':
        return 'template'
      default:
        return 'mark'
    }
  }

  #read(kind: Token['kind']): string {
    switch (kind) {
      case 'end':
        return ''
      case 'name':
        return this.#take(name) ?? leave('name')
      case 'string':
        return stringText(this.#take(string) ?? leave('string'))
      case 'template':
        return this.#take(template) ?? leave('template')
      case 'number':
        return this.#take(number) ?? leave('number')
      case 'mark': {
        const mark = this.#text.charAt(this.#at)
        if (!marks.includes(mark)) leave(`character at ${this.#at}`)
        const long = openMarks.includes(mark) ? this.#take(longMark) : undefined
        if (long !== undefined) return long
        this.#at++
        return mark
      }
      default:
        return kind satisfies never
    }
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) return undefined
    const found = this.#text.slice(this.#at, pattern.lastIndex)
    this.#at = pattern.lastIndex
    return found
  }
}

const noComments: readonly Comment[] = []

/**
 * Returns the tokens of a module, each with its preceding comments and line breaks. The last token marks the
 * end of the module.
 */
export function tokensOf(text: string): Token[] {
  const scanner = new Scanner(text)
  const tokens: Token[] = []
  for (;;) {
    const token = scanner.next()
    tokens.push(token)
    if (token.kind === 'end') return tokens
  }
}

function linesIn(text: string): 0 | 1 | 2 {
  const first = text.indexOf('\n')
  if (first === -1) return 0
  return text.includes('\n', first + 1) ? 2 : 1
}

/** Returns a string literal in the quotes that need fewer escapes; in single quotes if both need as many. */
function stringText(quoted: string): string {
  const body = quoted.slice(1, -1)
  // The display width of wide and combining characters is unknown, except that a very long literal never fits on
  // a line.
  if (body.length < 1000 && /[^\x20-\u02ff]/.test(body)) leave('wide character')
  const singles = count(body, "'")
  const quote = singles > count(body, '"') ? '"' : "'"
  if (quoted.startsWith(quote)) return quoted
  const text = body.replace(/\\(["'\\])|(["'])/g, (whole, escaped?: string, bare?: string) => {
    if (escaped !== undefined) return escaped === quote || escaped === '\\' ? whole : escaped
    return bare === quote ? `\\${bare}` : whole
  })
  return `${quote}${text}${quote}`
}

function count(text: string, mark: string): number {
  let found = 0
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) found++
  return found
}
