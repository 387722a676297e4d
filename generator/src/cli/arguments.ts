import { parseArgs } from 'node:util'
import { didYouMean } from '../diagnostics/suggest.ts'

export const commands = [
  'init',
  'generate',
  'lint',
  'diff',
  'names',
  'bundle',
  'explain',
  'scaffold',
  'conform',
  'release',
] as const
export type Command = (typeof commands)[number]

export interface CliOptions {
  readonly config?: string
  readonly input: readonly string[]
  readonly overlay: readonly string[]
  readonly out?: string
  readonly scope?: string
  readonly targets?: string
  readonly check: boolean
  readonly watch: boolean
  readonly force: boolean
  readonly dryRun: boolean
  readonly allowUnresolved: boolean
  readonly allowRemote: boolean
  readonly allowOutside: boolean
  /** Of `init`: name of the workspace. */
  readonly name?: string
  /** Of `init`: skips `npm install`. */
  readonly noInstall: boolean
  readonly json: boolean
  /** Prints errors only: no progress, warnings or summary. */
  readonly quiet: boolean
  readonly help: boolean
  readonly markdown: boolean
  readonly denyWarnings: boolean
  /** Output format of `lint`: `text` or `problem-matcher`. */
  readonly format?: string
  /** Breaking changes that `diff` allows. */
  readonly allow?: string
}

/** Unparsed options, for commands that read their own. */
export type CliValues = Readonly<Record<string, unknown>>

export type Parsed =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'faulty'; readonly message: string }
  | {
      readonly kind: 'command'
      readonly command: Command
      readonly options: CliOptions
      readonly positionals: readonly string[]
      readonly values: CliValues
    }

const formats: Readonly<Partial<Record<Command, readonly string[]>>> = {
  lint: ['text', 'problem-matcher', 'github', 'sarif', 'json'],
  bundle: ['json', 'yaml'],
  conform: ['text', 'markdown', 'json'],
}

const flag = { type: 'boolean' } as const
const text = { type: 'string' } as const
const list = { ...text, multiple: true } as const
const project = {
  config: { ...text, short: 'c' },
  input: { ...text, short: 'i', multiple: true },
  overlay: { ...text, multiple: true },
  scope: text,
  'allow-unresolved': flag,
  'allow-remote': flag,
  'allow-outside': flag,
} as const
const always = { json: flag, quiet: flag, help: { ...flag, short: 'h' } } as const

const optionsOf = {
  init: {
    ...always,
    input: { ...text, short: 'i', multiple: true },
    name: text,
    scope: text,
    targets: { ...text, short: 't' },
    'allow-remote': flag,
    force: flag,
    'no-install': flag,
  },
  generate: {
    ...project,
    ...always,
    out: { ...text, short: 'o' },
    targets: { ...text, short: 't' },
    check: flag,
    watch: { ...flag, short: 'w' },
    force: flag,
    'dry-run': flag,
  },
  lint: {
    ...project,
    ...always,
    'deny-warnings': flag,
    watch: { ...flag, short: 'w' },
    format: text,
  },
  diff: {
    ...always,
    overlay: { ...text, multiple: true },
    'allow-unresolved': flag,
    'allow-outside': flag,
    allow: text,
    markdown: flag,
  },
  names: { ...project, ...always, effects: flag },
  bundle: {
    ...project,
    ...always,
    out: { ...text, short: 'o' },
    check: flag,
    format: text,
  },
  scaffold: { ...project, ...always, out: { ...text, short: 'o' }, 'dry-run': flag },
  explain: always,
  release: {
    ...project,
    ...always,
    targets: { ...text, short: 't' },
    out: { ...text, short: 'o' },
    since: text,
    check: flag,
    apply: flag,
    pre: text,
    'docs-url': text,
    'dry-run': flag,
  },
  conform: {
    ...project,
    ...always,
    groups: list,
    'allow-writes': flag,
    public: flag,
    gentle: flag,
    'deny-warnings': flag,
    discover: flag,
    dialect: text,
    proxy: text,
    route: list,
    record: text,
    skip: list,
    expect: list,
    'write-expected': text,
    junit: text,
    markdown: text,
    format: text,
    rate: text,
    timeout: text,
    events: text,
    header: { ...list, short: 'H' },
  },
} as const

/** Parses a command line; unknown options are errors. */
export function parseArguments(argv: readonly string[]): Parsed {
  const [name, ...rest] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help')
    return { kind: 'help' }
  if (name === '--version' || name === '-v') return { kind: 'version' }
  const command = commands.find((known) => known === name)
  if (command === undefined) {
    const what = name.startsWith('-') ? 'option' : 'command'
    const hint = what === 'command' ? didYouMean(name, commands) : ''
    return { kind: 'faulty', message: `Unknown ${what}: ${name}.${hint}` }
  }
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: optionsOf[command],
      allowPositionals: ['init', 'explain', 'diff', 'scaffold', 'conform'].includes(command),
    })
    const options = toOptions(values)
    const conflict = conflictOf(options, command, positionals)
    if (conflict !== undefined) return { kind: 'faulty', message: conflict }
    return { kind: 'command', command, options, positionals, values }
  } catch (error) {
    // parseArgs throws a TypeError for unknown options.
    if (error instanceof TypeError) return { kind: 'faulty', message: faultOf(error, command) }
    throw error
  }
}

/** Returns the message for an unknown option with a suggestion; other faults keep the message of parseArgs. */
function faultOf({ message }: TypeError, command: Command): string {
  const [, name] = /^Unknown option '--([^'=]+)/.exec(message) ?? []
  if (name === undefined) return message
  const hint = didYouMean(name, Object.keys(optionsOf[command]), '--')
  return `\`${command}\` has no option --${name}.${hint}`
}

function toOptions(values: Readonly<Record<string, unknown>>): CliOptions {
  const flagOf = (name: string): boolean => values[name] === true
  const listOf = (name: string): readonly string[] => {
    const value = values[name]
    return Array.isArray(value) ? value.map(String) : []
  }
  return {
    ...textOf(values, 'config'),
    ...textOf(values, 'out'),
    ...textOf(values, 'scope'),
    ...textOf(values, 'targets'),
    ...textOf(values, 'name'),
    input: listOf('input'),
    overlay: listOf('overlay'),
    check: flagOf('check'),
    watch: flagOf('watch'),
    force: flagOf('force'),
    dryRun: flagOf('dry-run'),
    allowUnresolved: flagOf('allow-unresolved'),
    allowRemote: flagOf('allow-remote'),
    allowOutside: flagOf('allow-outside'),
    noInstall: flagOf('no-install'),
    json: flagOf('json'),
    quiet: flagOf('quiet'),
    help: flagOf('help'),
    markdown: flagOf('markdown'),
    denyWarnings: flagOf('deny-warnings'),
    ...textOf(values, 'format'),
    ...textOf(values, 'allow'),
  }
}

function textOf<Name extends string>(
  values: Readonly<Record<string, unknown>>,
  name: Name,
): Partial<Record<Name, string>> {
  const value = values[name]
  const found: Partial<Record<Name, string>> = {}
  if (typeof value === 'string') found[name] = value
  return found
}

function conflictOf(
  options: CliOptions,
  command: Command,
  positionals: readonly string[],
): string | undefined {
  if (options.help) return undefined
  if (command === 'explain' && positionals.length !== 1)
    return '`explain` requires one code, such as `explain RL110`.'
  if (command === 'diff' && (positionals.length < 1 || positionals.length > 2))
    return '`diff` requires the old documents, and optionally the new ones: `diff OLD [NEW]`.'
  const known = formats[command] ?? []
  if (options.format !== undefined && !known.includes(options.format))
    return `--format must be ${known.join(' or ')}.`
  if (options.markdown && options.json) return '--markdown and --json cannot be combined.'
  if (command === 'scaffold' && positionals.length !== 2)
    return '`scaffold` requires a target and a folder, such as `scaffold server my-server`.'
  if (command === 'init') return initFault(options, positionals)
  // Of `bundle` it is not a folder of packages.
  const out = command === 'bundle' ? undefined : options.out
  const loose = out ?? options.scope ?? options.targets
  if (options.config !== undefined && (options.input.length > 0 || loose !== undefined)) {
    return '--config cannot be combined with --input, --out, --scope or --targets: the configuration sets them.'
  }
  if (options.input.length === 0 && loose !== undefined) {
    return '--out, --scope and --targets require --input.'
  }
  if ([options.check, options.watch, options.dryRun].filter(Boolean).length > 1) {
    return '--check, --watch and --dry-run cannot be combined.'
  }
  if (options.watch && options.json) return '--json cannot be combined with --watch.'
  return undefined
}

function initFault(options: CliOptions, positionals: readonly string[]): string | undefined {
  if (positionals.length > 1) return '`init` accepts at most one folder.'
  const { name } = options
  if (name !== undefined && !/^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name)) {
    return '--name must be a valid npm package name, such as acme-api.'
  }
  return undefined
}
