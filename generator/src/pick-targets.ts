import type { Config } from './config.ts'
import type { Finding } from './diagnostics.ts'
import type { Target } from './emit/target.ts'

/** The registered targets that a configuration names, in the order of the registry. */
export function pickTargets(
  config: Config,
  registry: readonly Target[],
): { readonly targets: readonly Target[]; readonly findings: readonly Finding[] } {
  const known = registry.map(({ name }) => name)
  const findings = Object.keys(config.targets)
    .filter((name) => !known.includes(name))
    .map((name): Finding => {
      const message = `There is no target ${name}.`
      const help = `The targets are ${known.join(', ')}.`
      return {
        code: 'RL003',
        message,
        help,
        place: { file: '(configuration)', pointer: `/targets/${name}` },
      }
    })
  return { targets: registry.filter(({ name }) => Object.hasOwn(config.targets, name)), findings }
}
