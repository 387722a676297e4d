import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkConfig, type Config } from '../engine/config.ts'
import { findConfig, readConfig } from '../engine/config-file.ts'
import { toDiagnostics } from '../diagnostics/diagnostics.ts'
import { toProjectPath } from '../load/files.ts'
import type { FoundProject, Project } from '../engine/project.ts'
import type { CliOptions } from './arguments.ts'
import type { Output } from './output.ts'

/** Finds the project of a command line and prints its diagnostics. */
export async function findProject(
  options: CliOptions,
  defaults: { readonly out?: string; readonly targets?: string; readonly scope?: string },
  output: Output,
): Promise<FoundProject | undefined> {
  if (options.input.length > 0) return fromOptions({ ...defaults, ...options }, output)
  const path = options.config ?? findConfig(process.cwd())
  if (path === undefined) {
    output.fault('RL030', 'This folder has no rpcloom.config.json: pass --config or --input.')
    return undefined
  }
  const read = await readConfig(path)
  if (read.kind === 'faulty') {
    output.diagnostics(read.diagnostics)
    return undefined
  }
  const config = withFlags(read.root, read.config, options)
  return { project: projectOf(read.root, config), configPath: read.path }
}

function fromOptions(options: CliOptions, output: Output): FoundProject | undefined {
  const missing = (['out', 'scope', 'targets'] as const).filter(
    (name) => options[name] === undefined,
  )
  if (missing.length > 0) {
    const names = missing.map((name) => `--${name}`).join(', ')
    output.fault('RL030', `Without a configuration, --input also requires ${names}.`)
    return undefined
  }
  const names = options.targets?.split(',').map((name) => name.trim()) ?? []
  const checked = checkConfig('(command line)', {
    inputs: options.input,
    ...(options.out === undefined ? {} : { out: options.out }),
    ...(options.scope === undefined ? {} : { scope: options.scope }),
    targets: Object.fromEntries(names.map((name) => [name, {}])),
  })
  if (checked.kind === 'config') {
    const root = process.cwd()
    return { project: projectOf(root, withFlags(root, checked.config, options)) }
  }
  output.diagnostics(toDiagnostics(checked.findings, new Map()))
  return undefined
}

function withFlags(root: string, config: Config, options: CliOptions): Config {
  // Paths of a command line are relative to the working directory.
  const overlays = options.overlay.map((path) => toProjectPath(root, resolve(path)))
  return {
    ...config,
    overlays: [...config.overlays, ...overlays],
    allowUnresolved: config.allowUnresolved || options.allowUnresolved,
    allowRemote: config.allowRemote || options.allowRemote,
    allowOutside: config.allowOutside || options.allowOutside,
  }
}

/** A configuration with the built-in targets. */
export function projectOf(root: string, config: Config): Project {
  const entry = fileURLToPath(import.meta.resolve('#targets'))
  return {
    root,
    config,
    targets: async () => (await import('#targets')).targets,
    // A separate workspace in this repository, a folder of the published package. The registry is built into
    // `dist`; templates are next to their targets.
    targetsCode: { entry, folder: dirname(dirname(entry)) },
  }
}
