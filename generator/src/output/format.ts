import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { hashOf } from '../json/hash.ts'
import { isObject } from '../json/members.ts'
import { modulesOf, readIfThere } from './files.ts'
import { layOutJson } from '../codegen/layout/json.ts'
import { layOut } from '../codegen/layout/layout.ts'

/**
 * Prettier options for the output: the project's own options, or else the generator's. Undefined if formatting
 * is turned off.
 */
export interface Formatter {
  /** A key that changes whenever formatting the same text may give a different result. */
  readonly key: string
  readonly options: Readonly<Record<string, unknown>> | undefined
  /** Path of the project's configuration, if prettier must read it: it depends on the file, or is not JSON. */
  readonly configuration?: string
}

/**
 * Returns the line width for the built-in formatter; undefined if the built-in formatter does not support the
 * options.
 */
function ownWidth(options: Readonly<Record<string, unknown>>): number | undefined {
  const {
    $schema: _,
    semi,
    singleQuote,
    trailingComma = 'all',
    printWidth = 80,
    ...others
  } = options
  const isOwn = semi === false && singleQuote === true && trailingComma === 'all'
  return isOwn && Object.keys(others).length === 0 ? Number(printWidth) : undefined
}

const ownOptions = { semi: false, singleQuote: true, printWidth: 100, trailingComma: 'all' }

/** Determines how to format output, without loading prettier. */
export function formatterFor(root: string, enabled: boolean): Formatter {
  if (!enabled) return { key: 'none', options: undefined }
  const { path, options, text } = projectOptions(root) ?? { options: ownOptions }
  const manifest = createRequire(import.meta.url).resolve('prettier/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const key = `prettier@${version} ${hashOf(text ?? JSON.stringify(options))}`
  const isResolved = text !== undefined || 'overrides' in options
  return { key, options, ...(path !== undefined && isResolved && { configuration: path }) }
}

interface ProjectOptions {
  readonly path?: string
  readonly options: Readonly<Record<string, unknown>>
  /** The configuration with the modules that it imports, if only prettier can read it. */
  readonly text?: string
}

const scriptEndings = ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts']

/** Files in the project root that can configure prettier, in prettier's order of precedence. */
export const formatterFiles: readonly string[] = [
  'package.json',
  'package.yaml',
  '.prettierrc',
  ...['json', 'yaml', 'yml', 'json5', ...scriptEndings].map((ending) => `.prettierrc.${ending}`),
  ...scriptEndings.map((ending) => `prettier.config.${ending}`),
  '.prettierrc.toml',
]

/** Reads the first configuration. Other formats than JSON are left to prettier, which is slow to load. */
function projectOptions(root: string): ProjectOptions | undefined {
  for (const name of formatterFiles) {
    const path = join(root, name)
    const text = readIfThere(path)?.toString('utf8')
    if (text === undefined) continue
    const json = objectIn(text)
    if (name.startsWith('package.')) {
      const own = json === undefined ? /^prettier:/m.test(text) && text : json['prettier']
      if (own) return { path, options: {}, text: JSON.stringify(own) }
    } else if (json !== undefined && /rc(\.json)?$/.test(name)) return { path, options: json }
    else return { path, options: {}, text: [...modulesOf(path).values()].join('\n') }
  }
  return undefined
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return isObject(json) ? json : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
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

/**
 * Formats with prettier. `options` must contain a file name; otherwise prettier detects whether the text is
 * JSX, which takes quadratic time.
 */
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

/**
 * Formats the TypeScript examples in Markdown and changes their language, so that prettier skips them.
 * Prettier would load a compiler, which takes longer than the rest of the run.
 */
function hideExamples(text: string, width: number): string {
  return text.replace(/^```ts\n([^]*?)^```$/gm, (example, code: string) => {
    const module = layOut(code, width)
    return module === undefined ? example : `${hiddenExample}${module}\n\`\`\``
  })
}

const hiddenExample = '```ts-formatted\n'

/** Formats without prettier. Returns undefined if the built-in formatter does not support the text. */
function laidOut(parser: Parser, text: string, width: number): string | undefined {
  if (parser === 'json') return layOutJson(text, width)
  const module = parser === 'typescript' ? layOut(text, width) : undefined
  return module === undefined ? undefined : `${module}\n`
}

interface UnformattedFile {
  readonly path: string
  readonly text: string
  readonly parser?: Parser
  /** Folder of `path`, by which `overrides` of the options find the file. */
  readonly folder?: string
}

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

/** Formats a text. Text that prettier cannot parse is a defect of the target. */
export async function formatText(formatter: Formatter, file: UnformattedFile): Promise<Formatted> {
  const { path, text, parser } = file
  if (formatter.options === undefined || parser === undefined) return { kind: 'text', text }
  let chosen: NonNullable<Formatter['options']>
  try {
    chosen = (await optionsFor(formatter, file)) ?? formatter.options
  } catch (error) {
    const message = `Prettier cannot read its configuration: ${error instanceof Error ? error.message : String(error)}`
    const place = { file: formatter.configuration ?? path, pointer: '' }
    return { kind: 'faulty', finding: { code: 'RL405', message, place, help: configurationHelp } }
  }
  return formatWith(chosen, file, parser)
}

const configurationHelp = 'Correct the configuration of prettier, or set `"format": false`.'

async function formatWith(
  chosen: NonNullable<Formatter['options']>,
  { path, text }: UnformattedFile,
  parser: Parser,
): Promise<Formatted> {
  const width = ownWidth(chosen)
  const own = width === undefined ? undefined : laidOut(parser, text, width)
  if (own !== undefined) return { kind: 'text', text: own }
  const options = { ...chosen, filepath: path }
  try {
    if (parser !== 'markdown' || width === undefined)
      return { kind: 'text', text: await formatBy(parser, options, text) }
    const formatted = await formatBy(parser, options, hideExamples(text, width))
    return { kind: 'text', text: formatted.replaceAll(hiddenExample, '```ts\n') }
  } catch (error) {
    // An expression with thousands of operands overflows the stack of prettier, but compilers accept it.
    if (error instanceof RangeError) return { kind: 'text', text }
    if (!(error instanceof SyntaxError)) throw error
    const message = `Cannot parse ${path} as ${parser}: ${error.message}`
    return {
      kind: 'faulty',
      finding: { code: 'RL405', message, place: { file: path, pointer: '' } },
    }
  }
}
