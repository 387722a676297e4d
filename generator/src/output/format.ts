import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { formatByOxfmt, oxfmtFault } from './oxfmt.ts'
import { prettierConfiguration } from './prettier-configuration.ts'

/**
 * Which program formats the output. `true` stands for prettier where the project configures it, and for oxfmt
 * elsewhere.
 */
export type FormatSetting = boolean | 'oxfmt' | 'prettier'

/** The program that formats the output, with its options. */
export interface Formatter {
  /** A key that changes whenever formatting the same text may give a different result. */
  readonly key: string
  readonly program: 'none' | 'oxfmt' | 'prettier'
  readonly options: Readonly<Record<string, unknown>>
  /** Path of the project's configuration, if prettier must read it: it depends on the file, or is not JSON. */
  readonly configuration?: string
}

const ownOptions = {
  semi: false,
  singleQuote: true,
  printWidth: 100,
  trailingComma: 'all',
} as const

/** Determines how to format output, without loading a formatter. */
export function formatterFor(root: string, setting: FormatSetting): Formatter {
  if (setting === false) return { key: 'none', program: 'none', options: {} }
  const found = setting === 'oxfmt' ? undefined : prettierConfiguration(root)
  const own = JSON.stringify(ownOptions)
  if (found === undefined && setting !== 'prettier') {
    // Prettier formats Markdown and the text of custom targets.
    const key = `${versionOf('oxfmt')} ${versionOf('prettier')} ${own}`
    return { key, program: 'oxfmt', options: ownOptions }
  }
  const { path, hash = own, options = ownOptions } = found ?? {}
  return {
    key: `${versionOf('prettier')} ${hash}`,
    program: 'prettier',
    options,
    ...(path !== undefined && found?.options === undefined && { configuration: path }),
  }
}

function versionOf(name: string): string {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  return `${name}@${JSON.parse(readFileSync(manifest, 'utf8')).version}`
}

export type Parser = 'json' | 'markdown' | 'typescript'

export type Formatted =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'faulty'; readonly finding: Finding }

/** Prettier's parsers, fastest first. The second parser is used if the first fails. */
const parsers: Readonly<Record<Parser, readonly [string, ...string[]]>> = {
  json: ['json'],
  markdown: ['markdown'],
  // `test/codegen/format.test.ts` checks that both parsers give the same result. Babel is a third faster.
  typescript: ['babel-ts', 'typescript'],
}

export const parserNames: readonly string[] = Object.keys(parsers)

export function isParser(name: string): name is Parser {
  return Object.hasOwn(parsers, name)
}

interface UnformattedFile {
  readonly path: string
  readonly text: string
  readonly parser?: Parser
  /** Folder of `path`, by which `overrides` of the options find the file. */
  readonly folder?: string
  /** Whether a custom target emitted the text, which prettier formats, since it may contain any syntax. */
  readonly isCustom?: boolean
}

/** Formats a text. Text that cannot be parsed is a defect of the target. */
export async function formatText(formatter: Formatter, file: UnformattedFile): Promise<Formatted> {
  const { path, text, parser } = file
  if (formatter.program === 'none' || parser === undefined) return { kind: 'text', text }
  if (formatter.program === 'prettier' || file.isCustom === true) {
    return formatByPrettier(formatter, file, parser)
  }
  const fault = await oxfmtFault()
  if (fault !== undefined) return noBinary(path, fault)
  if (parser === 'markdown') {
    const hidden = { ...file, text: await hideExamples(text) }
    const formatted = await formatByPrettier(formatter, hidden, parser)
    if (formatted.kind === 'faulty') return formatted
    return { kind: 'text', text: formatted.text.replaceAll(hiddenExample, '```ts\n') }
  }
  const formatted = await formatByOxfmt(parser, text, ownOptions)
  return formatted.kind === 'faulty' ? unreadable(path, parser, formatted.reason) : formatted
}

/**
 * Formats the TypeScript examples in Markdown and changes their language, so that prettier skips them.
 * Prettier would load a compiler, which takes longer than the rest of the run.
 */
async function hideExamples(text: string): Promise<string> {
  const parts = text.split(/^```ts\n([^]*?)^```$/m)
  const hidden = parts.map(async (part, index) => {
    if (index % 2 === 0) return part
    const code = await formatByOxfmt('typescript', part, ownOptions)
    return code.kind === 'text' ? `${hiddenExample}${code.text}\`\`\`` : `\`\`\`ts\n${part}\`\`\``
  })
  return (await Promise.all(hidden)).join('')
}

const hiddenExample = '```ts-formatted\n'

async function formatByPrettier(
  formatter: Formatter,
  file: UnformattedFile,
  parser: Parser,
): Promise<Formatted> {
  const { path, text } = file
  let options: Formatter['options']
  try {
    options = await optionsFor(formatter, file)
  } catch (error) {
    const message = `Prettier cannot read its configuration: ${error instanceof Error ? error.message : String(error)}`
    const place = { file: formatter.configuration ?? path, pointer: '' }
    return { kind: 'faulty', finding: { code: 'RL405', message, place, help: configurationHelp } }
  }
  try {
    return { kind: 'text', text: await prettierText(parser, { ...options, filepath: path }, text) }
  } catch (error) {
    // An expression with thousands of operands overflows the stack of prettier, but compilers accept it.
    if (error instanceof RangeError) return { kind: 'text', text }
    if (!(error instanceof SyntaxError)) throw error
    return unreadable(path, parser, error.message)
  }
}

const configurationHelp = 'Correct the configuration of prettier, or set `"format": "oxfmt"`.'

/** Returns the options for a file: the options of the project with their matching `overrides`. */
async function optionsFor(
  { options, configuration }: Formatter,
  { path, folder = '' }: UnformattedFile,
): Promise<Formatter['options']> {
  if (configuration === undefined) return options
  const prettier = await import('prettier')
  // A cached configuration would be stale in watch mode.
  const resolving = { config: configuration, useCache: false }
  return { ...(await prettier.resolveConfig(join(folder, path), resolving)) }
}

/**
 * Formats with prettier. `options` must contain a file name; otherwise prettier detects whether the text is
 * JSX, which takes quadratic time.
 */
async function prettierText(
  parser: Parser,
  options: Readonly<Record<string, unknown>>,
  text: string,
): Promise<string> {
  const prettier = await import('prettier')
  const [first, ...others] = parsers[parser]
  try {
    return await prettier.format(text, { ...options, parser: first })
  } catch (error) {
    const [next] = others
    if (next === undefined || !(error instanceof SyntaxError)) throw error
    return prettier.format(text, { ...options, parser: next })
  }
}

function unreadable(path: string, parser: Parser, reason: string): Formatted {
  const message = `Cannot parse ${path} as ${parser}: ${reason}`
  return { kind: 'faulty', finding: { code: 'RL405', message, place: { file: path, pointer: '' } } }
}

function noBinary(path: string, reason: string): Formatted {
  const platform = `${process.platform} ${process.arch}`
  const message = `oxfmt cannot run on this platform (${platform}): ${reason.split('\n', 1).join('')}`
  return { kind: 'faulty', finding: { code: 'RL413', message, place: { file: path, pointer: '' } } }
}
