import { ts } from 'ts-morph'

/**
 * A token of a type. To detect edited annotations, types are compared as lists of tokens: formatters change
 * quotes, separators, parentheses and line breaks, and imports may rename types.
 */
interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly kind: ts.SyntaxKind
}

function wordsOf(text: string): readonly Word[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text)
  const words: Word[] = []
  let open = 0
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    // After a placeholder of a template literal, the scanner must be told to continue the literal.
    if (kind === ts.SyntaxKind.TemplateHead) open++
    else if (kind === ts.SyntaxKind.CloseBraceToken && open > 0) {
      kind = scanner.reScanTemplateToken(false)
      if (kind === ts.SyntaxKind.TemplateTail) open--
    }
    const start = scanner.getTokenStart()
    words.push({ text: scanner.getTokenText(), start, end: scanner.getTokenEnd(), kind })
  }
  return words
}

const separators: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.OpenParenToken,
  ts.SyntaxKind.CloseParenToken,
  ts.SyntaxKind.CommaToken,
  ts.SyntaxKind.SemicolonToken,
])
const bars: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.BarToken,
  ts.SyntaxKind.AmpersandToken,
])
const openers: ReadonlySet<string> = new Set(['', '(', '{', '[', '<', ':', '=>', ',', ';'])

/**
 * Returns a type in a canonical form that does not depend on layout. `names` maps local names to imported
 * names.
 */
export function canonical(text: string, names: ReadonlyMap<string, string> = new Map()): string {
  const result: string[] = []
  const words = wordsOf(text)
  for (const [index, word] of words.entries()) {
    if (separators.has(word.kind)) continue
    // A leading `|` or `&` is only layout.
    if (bars.has(word.kind) && openers.has(words[index - 1]?.text ?? '')) continue
    if (isNamespace(words, index, names) || isNamespace(words, index - 1, names)) continue
    result.push(isReference(words, index) ? (names.get(word.text) ?? word.text) : spelled(word))
  }
  return result.join(' ')
}

/** Whether a token is the namespace of a qualified name, such as `api` in `api.Pet`. */
function isNamespace(
  words: readonly Word[],
  index: number,
  names: ReadonlyMap<string, string>,
): boolean {
  if (names.get(words[index]?.text ?? '') !== '*' || !isReference(words, index)) return false
  return words[index + 1]?.kind === ts.SyntaxKind.DotToken
}

/** Returns the text of a type with names replaced according to `names`. */
export function renamed(text: string, names: ReadonlyMap<string, string>): string {
  const words = wordsOf(text)
  let result = ''
  let at = 0
  for (const [index, { text: word, start, end }] of words.entries()) {
    const name = isReference(words, index) ? names.get(word) : undefined
    if (name === undefined) continue
    result += text.slice(at, start) + name
    at = end
  }
  return result + text.slice(at)
}

/** Whether an identifier names a type rather than a member or label. */
function isReference(words: readonly Word[], index: number): boolean {
  const word = words[index]
  if (word?.kind !== ts.SyntaxKind.Identifier) return false
  const before = words[index - 1]?.kind
  const [next, second] = [words[index + 1]?.kind, words[index + 2]?.kind]
  if (before === ts.SyntaxKind.DotToken || next === ts.SyntaxKind.ColonToken) return false
  return !(next === ts.SyntaxKind.QuestionToken && second === ts.SyntaxKind.ColonToken)
}

function spelled({ kind, text }: Word): string {
  if (kind !== ts.SyntaxKind.StringLiteral) return text
  const parsed = ts.createSourceFile('type.ts', text, ts.ScriptTarget.Latest).statements[0]
  const literal = parsed !== undefined && ts.isExpressionStatement(parsed) && parsed.expression
  return literal && ts.isStringLiteral(literal) ? JSON.stringify(literal.text) : text
}
