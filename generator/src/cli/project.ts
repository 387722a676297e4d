import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkConfig, commandLine, type Config } from '../engine/config.ts'
import { nearestConfig, readConfig } from '../engine/config-file.ts'
import { withImported } from '../engine/imported-targets.ts'
import { toDiagnostics } from '../diagnostics/diagnostics.ts'
import { toProjectPath } from '../load/read/paths.ts'
import type { FoundProject, Project } from '../engine/project.ts'
import type { Values } from './command.ts'
import type { Output } from './output.ts'

/** Options of commands that read a project. */
export const projectOptions = {
  config: {
    type: 'string',
    short: 'c',
    value: 'FILE',
    help: 'configuration file; default: rpcloom.config.json, .js, .mjs or .ts in this folder',
  },
  input: {
    type: 'string',
    short: 'i',
    multiple: true,
    value: 'FILE',
    help: 'document, glob or URL instead of a configuration; repeatable. Schemas that documents refer to by `$id` are inputs too',
  },
  overlay: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'overlay to apply to the documents, after those of the configuration; repeatable',
  },
  'allow-unresolved': {
    type: 'boolean',
    help: 'type an unresolved reference as `unknown`, with a warning',
  },
  'allow-remote': {
    type: 'boolean',
    help: 'allow http(s) documents and references. `discover:URL`, and a URL that does not end in .json, .yaml or .yml, is a service that returns its document by rpc.discover',
  },
  'allow-outside': {
    type: 'boolean',
    help: 'allow references to files outside the folders of the configuration and the documents',
  },
} as const

/**
 * Options that set the output folder, the scope and the targets. They are only allowed with `--input`, which is
 * used instead of a configuration.
 */
export const outputOptions = {
  out: {
    type: 'string',
    short: 'o',
    value: 'DIR',
    help: 'folder of the generated packages, with --input',
  },
  scope: {
    type: 'string',
    value: '@NAME',
    help: 'npm scope of the generated packages, with --input',
  },
  targets: {
    type: 'string',
    short: 't',
    value: 'A,B',
    help: 'targets to generate, with --input',
  },
} as const

export type ProjectValues = Values<typeof projectOptions> & Values<typeof outputOptions>

/** Returns an error message if the options that select a project are contradictory; undefined otherwise. */
export function projectFault({
  config,
  input,
  out,
  scope,
  targets,
}: { readonly [Name in keyof ProjectValues]: ProjectValues[Name] | undefined }):
  string | undefined {
  const loose = out ?? scope ?? targets
  if (config !== undefined && (input ?? loose) !== undefined)
    return '--config cannot be combined with --input, --out, --scope or --targets: the configuration sets them.'
  return input === undefined && loose !== undefined
    ? '--out, --scope and --targets require --input.'
    : undefined
}

/** Finds the project that the options select, and prints errors in its configuration. */
export async function findProject(
  options: ProjectValues,
  defaults: { readonly out?: string; readonly targets?: string; readonly scope?: string },
  output: Output,
): Promise<FoundProject | undefined> {
  if (options.input !== undefined) return fromOptions({ ...defaults, ...options }, output)
  const path = options.config ?? nearestConfig(process.cwd())
  if (path === undefined) {
    output.fault(
      'RL030',
      'Neither this folder nor a folder above it has an rpcloom.config.json: run `rpcloom init`, or pass --config or --input.',
    )
    return undefined
  }
  const read = await readConfig(path)
  if (read.kind === 'faulty') {
    output.diagnostics(read.diagnostics)
    return undefined
  }
  const config = withFlags(read.root, read.config, options)
  return { project: await projectOf(read.root, config), configPath: read.path }
}

async function fromOptions(
  options: ProjectValues,
  output: Output,
): Promise<FoundProject | undefined> {
  const missing = (['out', 'scope', 'targets'] as const).filter(
    (name) => options[name] === undefined,
  )
  if (missing.length > 0) {
    const names = missing.map((name) => `--${name} ${outputOptions[name].value}`).join(', ')
    output.fault('RL030', `Without a configuration, --input also requires ${names}.`)
    return undefined
  }
  const names = options.targets?.split(',').map((name) => name.trim()) ?? []
  const checked = checkConfig(commandLine, {
    inputs: options.input ?? [],
    ...(options.out === undefined ? {} : { out: options.out }),
    ...(options.scope === undefined ? {} : { scope: options.scope }),
    targets: Object.fromEntries(names.map((name) => [name, {}])),
  })
  if (checked.kind === 'config') {
    const root = process.cwd()
    return { project: await projectOf(root, withFlags(root, checked.config, options)) }
  }
  output.diagnostics(toDiagnostics(checked.findings, new Map()))
  return undefined
}

function withFlags(root: string, config: Config, options: ProjectValues): Config {
  // Paths on the command line are relative to the working directory.
  const overlays = (options.overlay ?? []).map((path) => toProjectPath(root, resolve(path)))
  return {
    ...config,
    overlays: [...config.overlays, ...overlays],
    allowUnresolved: config.allowUnresolved || options['allow-unresolved'] === true,
    allowRemote: config.allowRemote || options['allow-remote'] === true,
    allowOutside: config.allowOutside || options['allow-outside'] === true,
  }
}

/** Returns the project of a configuration with the built-in targets. */
export async function projectOf(root: string, config: Config): Promise<Project> {
  const entry = fileURLToPath(import.meta.resolve('#targets'))
  const { targets } = await import('#targets')
  return {
    root,
    config: withImported(config, targets),
    targets,
    // `entry` is the compiled list of the built-in targets, in the subfolder `dist` of their folder.
    targetsCode: { entry, folder: dirname(dirname(entry)) },
  }
}
