import type { Finding } from '../diagnostics/diagnostics.ts'
import type { FormatConfig } from 'oxfmt'

/**
 * Maximum nesting depth of brackets in a text to format. The stack of oxfmt is native: an overflow, which takes
 * about 1,900 brackets, ends the process.
 */
const deepest = 500

const opaque = /\/\*[^]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`/
  .source
const tokens = new RegExp(`${opaque}|[[{(]|[\\])}]`, 'g')

/** Whether the brackets outside of strings and comments are nested too deeply to format the text. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(tokens)) {
    if (token === '[' || token === '{' || token === '(') depth++
    else if (token === ']' || token === '}' || token === ')') depth--
    if (depth > deepest) return true
  }
  return false
}

type Result =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'faulty'; readonly reason: string }

/** Formats TypeScript or JSON. A text that is nested too deeply is returned unchanged. */
export async function formatByOxfmt(
  parser: 'typescript' | 'json',
  text: string,
  options: FormatConfig,
): Promise<Result> {
  if (isTooDeep(text)) return { kind: 'text', text }
  const { format } = await import('oxfmt')
  // Only the ending of the name matters: some names, such as package.json, have rules of their own.
  const name = parser === 'json' ? 'file.json' : 'file.ts'
  const { code, errors } = await format(name, text, options)
  const [error] = errors
  return error === undefined
    ? { kind: 'text', text: code }
    : { kind: 'faulty', reason: error.message }
}

let loading: Promise<Finding['message'] | undefined> | undefined

/** Returns why oxfmt cannot run on this platform; undefined if it can. */
export function oxfmtFault(): Promise<string | undefined> {
  loading ??= import('oxfmt')
    .then(({ format }) => format('file.ts', ''))
    .then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  return loading
}
