import { UsageError } from './exit-codes.ts'

/** An option of every command. */
export interface OptionSpec {
  /** Placeholder of the value in help; absent for an option without a value. */
  readonly value?: string
  readonly isRepeated?: true
  readonly text: string
}

/** Given options. An option without a value has the value `true`. */
export type Options = {
  readonly [Name in Exclude<OptionName, Switch | 'at' | 'header'>]?: string
} & { readonly [Name in Switch]?: true } & {
  readonly at?: readonly string[]
  readonly header?: readonly string[]
}

export type OptionName = keyof typeof specs
type Switch = {
  [Name in OptionName]: (typeof specs)[Name] extends { readonly value: string } ? never : Name
}[OptionName]

/** A word that can be at the cursor of a completed command line, with its description. */
export interface Candidate {
  readonly word: string
  readonly text: string
}

/** Returns the options for completion, without those with the name of a param. */
export function optionCandidates(taken: readonly string[]): readonly Candidate[] {
  return Object.entries(optionSpecs).flatMap(([name, { text }]) =>
    taken.includes(name) ? [] : [{ word: `--${name}`, text }],
  )
}

/** The options of every command, in the order of the help. */
const specs = {
  url: { value: 'URL', text: 'Address of the server' },
  'ws-url': {
    value: 'URL',
    text: 'Address for subscriptions; default: the URL with ws instead of http',
  },
  at: { value: 'NAME=VALUE', isRepeated: true, text: 'Value of a variable in the path' },
  header: { value: 'NAME:VALUE', isRepeated: true, text: 'Header of every request' },
  'cookie-file': { value: 'FILE', text: 'File with user:password for Basic authentication' },
  config: { value: 'FILE', text: 'JSON file with settings' },
  timeout: { value: 'MS', text: 'Time limit of a request; default: 30000, 0 for no limit' },
  retries: { value: 'N', text: 'Further attempts of calls that only read; default: 3' },
  mock: { text: 'Return examples and generated values; send nothing' },
  seed: { value: 'TEXT', text: 'Seed of the generated values of --mock' },
  params: { value: 'JSON', text: 'All params as JSON, @FILE or - (standard input)' },
  all: { text: 'Follow the pages and print one item per line' },
  count: { value: 'N', text: 'Stop after N items of --all, or N events of a subscription' },
  json: { text: 'Print JSON on a terminal too' },
  query: {
    value: 'PATH',
    text: 'Print a part of the result: JSON pointer (/a/0) or JSONPath ($.a[0])',
  },
  completion: { value: 'SHELL', text: 'Print the completion script for bash, zsh or fish' },
  version: { text: 'Print the version' },
  help: { text: 'Print help of the command' },
} as const

export const optionSpecs: Readonly<Record<OptionName, OptionSpec>> = specs

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(optionSpecs, name)
}

/** An argument of the form `--name` or `--name=value`. */
export interface NamedArgument {
  readonly name: string
  readonly value?: string
}

/** Returns the name and value of an option; undefined for any other argument. */
export function namedArgument(argument: string): NamedArgument | undefined {
  if (argument === '-h') return { name: 'help' }
  const [, name, assigned, value = ''] = /^--([^=]+)(=)?(.*)$/s.exec(argument) ?? []
  if (name === undefined) return undefined
  return { name, ...(assigned !== undefined && { value }) }
}

/** Adds an option. `next` returns the next argument. */
export function withOption(
  options: Options,
  { name, value }: NamedArgument & { readonly name: OptionName },
  next: () => string | undefined,
): Options {
  const spec = optionSpecs[name]
  if (spec.value === undefined) {
    if (value !== undefined) throw new UsageError(`--${name} has no value`)
    return { ...options, [name]: true }
  }
  const given = value ?? next()
  if (given === undefined) throw new UsageError(`--${name} needs a value: ${spec.value}`)
  const before = options[name]
  if (spec.isRepeated)
    return { ...options, [name]: [...(Array.isArray(before) ? before : []), given] }
  if (before !== undefined) throw new UsageError(`--${name} is given twice`)
  return { ...options, [name]: given }
}

/** Returns the number in an option or setting; undefined if it is absent. */
export function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`${name} must be a whole number, not ${JSON.stringify(text)}`)
}
