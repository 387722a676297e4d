import { parseArgs } from 'node:util'
import { didYouMean } from '../json/suggest.ts'
import type { ExitCode } from './exit-code.ts'
import { paragraphs, rows } from './help-text.ts'
import type { Option, Options } from './option.ts'
import type { Output } from './output.ts'

type ValueOf<One extends Option> = One extends { readonly type: 'boolean' }
  ? boolean
  : One extends { readonly multiple: true }
    ? readonly string[]
    : One extends { readonly words: readonly (infer Known)[] }
      ? Known
      : string

/** Values of the options. Options that are not on the command line are absent. */
export type Values<Chosen extends Options> = {
  readonly [Name in keyof Chosen]?: ValueOf<Chosen[Name]>
}

export interface Call<Chosen extends Options> {
  readonly values: Values<Chosen>
  readonly positionals: readonly string[]
  readonly output: Output
}

interface Parts<Chosen extends Options> {
  /** Paragraphs of `rpcloom help COMMAND`. The first paragraph is printed next to the command's name. */
  readonly about: readonly string[]
  readonly options: Chosen
  readonly examples: readonly string[]
  /**
   * Minimum and maximum number of positional arguments, and the error message for other numbers. If absent,
   * the command takes no arguments.
   */
  readonly takes?: {
    readonly least: number
    readonly most: number
    readonly otherwise: string
    /** The values of the first argument, for completion. */
    readonly words?: () => readonly string[]
  }
  /** Groups of mutually exclusive options. */
  readonly exclusive?: readonly (readonly (keyof Chosen & string)[])[]
  /** Returns an error message for a wrong combination of values; undefined if the combination is valid. */
  readonly fault?: (values: Values<Chosen>, positionals: readonly string[]) => string | undefined
  readonly run: (call: Call<Chosen>) => Promise<ExitCode>
}

/** The parsed arguments of a command: a request for help, an error message, or a function to run. */
export type ParsedCall =
  | { readonly kind: 'help' }
  | { readonly kind: 'faulty'; readonly message: string }
  | {
      readonly kind: 'call'
      readonly json: boolean
      readonly quiet: boolean
      readonly run: (output: Output) => Promise<ExitCode>
    }

export interface Command {
  readonly help: (usage: string) => string
  readonly examples: readonly string[]
  readonly options: Options
  /** The values of the first argument; empty if they are paths or URLs. */
  readonly words: readonly string[]
  /** Parses arguments. `name` is the command's name, for messages. */
  readonly parse: (name: string, args: readonly string[]) => ParsedCall
}

export const commonOptions = {
  json: { type: 'boolean', help: 'print one JSON object' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export function defineCommand<const Chosen extends typeof commonOptions & Options>(
  parts: Parts<Chosen>,
): Command {
  return {
    help: (usage) => helpOf(parts, usage),
    examples: parts.examples,
    options: parts.options,
    get words() {
      return parts.takes?.words?.() ?? []
    },
    parse: (name, args) => parseCall(parts, name, args),
  }
}

function helpOf(
  {
    about: [first = '', ...others],
    options,
    examples,
  }: Pick<Parts<Options>, 'about' | 'options' | 'examples'>,
  usage: string,
): string {
  return [
    paragraphs([`rpcloom ${usage}: ${first}`, ...others]),
    rows(options),
    ['Examples:', ...examples.map((line) => `  ${line}`)].join('\n'),
  ].join('\n\n')
}

function parseCall<Chosen extends Options>(
  parts: Parts<Chosen>,
  name: string,
  args: readonly string[],
): ParsedCall {
  try {
    const parsed = parseArgs({
      args: [...args],
      options: parts.options,
      allowPositionals: parts.takes !== undefined,
    })
    if (Reflect.get(parsed.values, 'help') === true) return { kind: 'help' }
    // `parseArgs` has already checked names and types of the options.
    const values = parsed.values as Values<Chosen>
    const { positionals } = parsed
    const message = faultOf(parts, values, positionals)
    if (message !== undefined) return { kind: 'faulty', message }
    return {
      kind: 'call',
      json: values['json'] === true,
      quiet: values['quiet'] === true,
      run: (output) => parts.run({ values, positionals, output }),
    }
  } catch (error) {
    // `parseArgs` throws a TypeError for invalid arguments.
    if (!(error instanceof TypeError)) throw error
    return { kind: 'faulty', message: argumentFault(parts, name, args) ?? error.message }
  }
}

/** Returns the error message for the first argument that a command does not accept. */
function argumentFault(
  { options, takes }: Pick<Parts<Options>, 'options' | 'takes'>,
  command: string,
  args: readonly string[],
): string | undefined {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional' && takes === undefined) {
      const hint = 'input' in options ? '; pass documents with --input' : ''
      return `\`${command}\` takes no arguments${hint}.`
    }
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (option === undefined) {
      const hint = didYouMean(token.name, Object.keys(options), '--')
      return `\`${command}\` has no option ${token.rawName}.${hint}`
    }
    if (option.type === 'boolean' && token.value !== undefined)
      return `--${token.name} takes no value.`
    if (option.type === 'string' && (token.value === undefined || isMistaken(token)))
      return `--${token.name} requires a value: --${token.name} ${option.value ?? 'VALUE'}.`
  }
  return undefined
}

/** Whether the value of an option looks like another option: `--config --json`. */
function isMistaken(token: { readonly value: string; readonly inlineValue: boolean }): boolean {
  return !token.inlineValue && /^-./.test(token.value)
}

function faultOf<Chosen extends Options>(
  { options, takes, exclusive = [], fault }: Parts<Chosen>,
  values: Values<Chosen>,
  positionals: readonly string[],
): string | undefined {
  const { length } = positionals
  if (takes && (length < takes.least || length > takes.most)) return takes.otherwise
  for (const [name, { words }] of Object.entries(options)) {
    const value: unknown = values[name]
    if (words && typeof value === 'string' && !words.includes(value))
      return `--${name} must be ${words.join(' or ')}.`
  }
  for (const names of exclusive) {
    if (names.filter((name) => values[name] !== undefined).length > 1)
      return `${words(names.map((name) => `--${name}`))} cannot be combined.`
  }
  return fault?.(values, positionals)
}

function words(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}
