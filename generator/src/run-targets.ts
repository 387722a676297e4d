import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import type { Api } from './model/types.ts'
import { filesBelow } from './emit/hash.ts'
import type { Emitted } from './emit/plan.ts'
import { printSource } from './emit/source-file.ts'
import { runtimeVersion } from './stamp.ts'
import type {
  DerivedOutput,
  SourceOutput,
  Target,
  TargetOptions,
  TextOutput,
} from './emit/target.ts'

/** What targets make, paths from the output folder. */
export interface TargetOutput {
  readonly committed: readonly Emitted[]
  readonly derived: readonly DerivedOutput[]
}

/** Runs every configured target over the model. */
export async function runTargets(
  api: Api,
  targets: readonly Target[],
  { root, config }: { readonly root: string; readonly config: Config },
): Promise<TargetOutput> {
  const committed: Emitted[] = []
  const derived: DerivedOutput[] = []
  for (const target of targets) {
    for (const file of await target.files(api, optionsFor(target, root, config))) {
      const path = `${target.name}/${file.path}`
      if (file.kind === 'derived') derived.push({ ...file, path })
      else committed.push(await toEmitted(path, file))
    }
  }
  return { committed, derived }
}

const printed = new WeakMap<SourceOutput | TextOutput, Map<string, Emitted>>()

/** A file that a target gives again (`--watch`) is the same one for whoever compares it. */
async function toEmitted(path: string, file: SourceOutput | TextOutput): Promise<Emitted> {
  const places = printed.get(file) ?? new Map<string, Emitted>()
  const emitted = places.get(path) ?? (await print(path, file))
  printed.set(file, places.set(path, emitted))
  return emitted
}

async function print(path: string, file: SourceOutput | TextOutput): Promise<Emitted> {
  if (file.kind === 'typescript') {
    return { path, text: await printSource(file), parser: 'typescript' }
  }
  return { path, text: file.text, ...(file.format !== undefined && { parser: file.format }) }
}

function optionsFor(target: Target, root: string, config: Config): TargetOptions {
  const own = config.targets[target.name]
  const siblings = Object.entries(config.targets).map(([name, { packageName }]) => [
    name,
    packageName,
  ])
  return {
    packageName: own?.packageName ?? `${config.scope}/${target.name}`,
    version: config.version,
    runtimeVersion: runtimeVersion(),
    siblings: Object.fromEntries(siblings),
    templates: templatesOf(root, config, target),
    options: own?.options ?? {},
  }
}

/** The templates of a target, with those of the configuration in their place. */
export function templatesOf(
  root: string,
  config: Config,
  target: Target,
): Readonly<Record<string, string>> {
  const own = config.targets[target.name]?.templates
  return {
    ...readTemplates(fileURLToPath(target.templateFolder)),
    ...(own === undefined ? {} : readTemplates(resolve(root, own))),
  }
}

/** Texts by path from the folder, `/` separated. */
function readTemplates(folder: string): Readonly<Record<string, string>> {
  const paths = filesBelow(folder, /\.(hbs|css|js|svg|md)$/)
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}
