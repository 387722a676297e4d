import type { Target } from '../codegen/target.ts'
import type { Config, TargetConfig } from './config.ts'

/** Adds the targets whose packages other targets import, so that configurations can omit them. */
export function withImported(config: Config, targets: readonly Target[]): Config {
  const wanted = new Map<string, TargetConfig>(Object.entries(config.targets))
  const imported = targets.flatMap(({ name, imports = [], isStandalone }) => {
    const target = wanted.get(name)
    // A module replaces the registered target.
    const isUsed = target !== undefined && target.module === undefined
    return isUsed && isStandalone?.(target.options) !== true ? imports : []
  })
  for (const name of imported) {
    if (!wanted.has(name)) wanted.set(name, { packageName: `${config.scope}/${name}`, options: {} })
  }
  return { ...config, targets: Object.fromEntries(wanted) }
}
