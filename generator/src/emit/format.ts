import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Finding } from '../diagnostics.ts'
import { hashOf, isAbsence } from './hash.ts'

/** How files are formatted in a run: the project's own prettier options, or ours, or not at all. */
export interface Formatter {
  /** Changes whenever the same text could be formatted differently. */
  readonly key: string
  readonly options: Readonly<Record<string, unknown>> | undefined
}

const ownOptions = { semi: false, singleQuote: true, printWidth: 100, trailingComma: 'all' }

/** Finds out how to format, without loading prettier. */
export function formatterFor(root: string, enabled: boolean): Formatter {
  if (!enabled) return { key: 'none', options: undefined }
  const options = projectOptions(root) ?? ownOptions
  const manifest = createRequire(import.meta.url).resolve('prettier/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  return { key: `prettier@${version} ${hashOf(JSON.stringify(options))}`, options }
}

/** Files of the project root that say how it is formatted. */
export const formatterFiles = ['.prettierrc.json', '.prettierrc'] as const

/** Options from the project's `.prettierrc.json` or JSON `.prettierrc`; other forms would need prettier. */
function projectOptions(root: string): Readonly<Record<string, unknown>> | undefined {
  for (const name of formatterFiles) {
    try {
      const json: unknown = JSON.parse(readFileSync(join(root, name), 'utf8'))
      if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ...json }
    } catch (error) {
      if (!isAbsence(error) && !(error instanceof SyntaxError)) throw error
    }
  }
  return undefined
}

export type Parser = 'json' | 'markdown' | 'typescript'

export type Formatted =
  | {
      readonly kind: 'text'
      readonly text: string
      /** Present where the text is too deep for the formatter, and stays as it was. */
      readonly isTooDeep?: true
    }
  | { readonly kind: 'faulty'; readonly finding: Finding }

/** Parsers of prettier, the faster one first: what one does not read, the next may. */
const parsers: Readonly<Record<Parser, readonly [string, ...string[]]>> = {
  json: ['json'],
  markdown: ['markdown'],
  // Both lay out alike, which `test/emit/format.test.ts` holds them to; Babel reads a third faster.
  typescript: ['babel-ts', 'typescript'],
}

/** Names of the parsers that files may be formatted by. */
export const parserNames: readonly string[] = Object.keys(parsers)

/** Whether there is a parser of this name. */
export function isParser(name: string): name is Parser {
  return Object.hasOwn(parsers, name)
}

/** Without the name of a file in `options`, prettier looks for JSX, which takes the square of the length. */
async function formatBy(
  kind: Parser,
  options: Readonly<Record<string, unknown>>,
  text: string,
): Promise<string> {
  const prettier = await import('prettier')
  const [first, ...others] = parsers[kind]
  try {
    return await prettier.format(text, { ...options, parser: first })
  } catch (error) {
    const [next] = others
    if (next === undefined || !(error instanceof SyntaxError)) throw error
    return prettier.format(text, { ...options, parser: next })
  }
}

/** Formats one text; a text that prettier cannot parse is a defect of the target that made it. */
export async function formatText(
  formatter: Formatter,
  file: { readonly path: string; readonly text: string; readonly parser?: Parser },
): Promise<Formatted> {
  const { path, text, parser } = file
  if (formatter.options === undefined || parser === undefined) return { kind: 'text', text }
  try {
    return {
      kind: 'text',
      text: await formatBy(parser, { ...formatter.options, filepath: path }, text),
    }
  } catch (error) {
    // An expression of thousands of parts is nested too deeply for prettier, and not for compilers.
    if (error instanceof RangeError) return { kind: 'text', text, isTooDeep: true }
    if (!(error instanceof SyntaxError)) throw error
    const message = `${path} does not parse as ${parser}: ${error.message}`
    return {
      kind: 'faulty',
      finding: { code: 'RL405', message, place: { file: path, pointer: '' } },
    }
  }
}
