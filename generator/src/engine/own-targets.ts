import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import type { Target } from '../codegen/target.ts'
import { importModule } from './import-module.ts'
import { firstLine, moduleEntry } from '../load/formats/modules.ts'
import type { Project } from './project.ts'

/** A custom target and the module that implements it. */
export interface OwnTarget {
  readonly name: string
  /** Path or package of the module, as written in the configuration. */
  readonly module: string
  /** Resolved path of the module file; undefined if the file was not found. */
  readonly entry: string | undefined
  readonly reason?: string
}

/** Finds the modules of custom targets without loading them. */
export function ownTargets(root: string, config: Config): readonly OwnTarget[] {
  return Object.entries(config.targets).flatMap(([name, { module }]) =>
    module === undefined ? [] : [{ name, module, ...moduleEntry(root, module) }],
  )
}

/**
 * Returns registered and custom targets. Custom targets come first, because a custom target may replace a
 * registered target.
 */
export async function allTargets({ root, config, targets }: Project): Promise<{
  readonly targets: readonly Target[]
  readonly findings: readonly Finding[]
}> {
  const own: Target[] = []
  const findings: Finding[] = []
  for (const one of ownTargets(root, config)) {
    const loaded = await loadTarget(one)
    if ('code' in loaded) findings.push(loaded)
    else own.push(loaded)
  }
  const names = new Set(own.map(({ name }) => name))
  const registered = targets.filter(({ name }) => !names.has(name))
  return { targets: [...registered, ...own], findings }
}

async function loadTarget({ name, module, entry, reason }: OwnTarget): Promise<Target | Finding> {
  const place = { file: '(configuration)', pointer: `/targets/${name}/module` }
  if (entry === undefined) {
    return { code: 'RL006', message: `Cannot find the module ${module}: ${reason}.`, place }
  }
  let loaded: unknown
  try {
    loaded = await importModule(entry, readFileSync(entry, 'utf8'))
  } catch (error) {
    return {
      code: 'RL006',
      message: `Cannot load the module ${module}: ${firstLine(error)}`,
      place,
    }
  }
  const target: unknown = Reflect.get(Object(loaded), 'target')
  const fault = targetFault(name, target)
  if (isTarget(target) && fault === undefined) return target
  return { code: 'RL007', message: `The module ${module} ${fault ?? 'exports no target'}.`, place }
}

function targetFault(name: string, target: unknown): string | undefined {
  if (!isTarget(target)) return 'exports no `target` with a name and a function `files`'
  if (target.name !== name) return `exports a target with a different name, ${target.name}`
  const { templateFolder } = target
  if (templateFolder !== undefined && !(templateFolder instanceof URL)) {
    return 'exports a target whose `templateFolder` is not a URL'
  }
  return undefined
}

function isTarget(value: unknown): value is Target {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'files' in value &&
    typeof value.files === 'function'
  )
}
