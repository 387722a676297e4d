import type { Finding } from '../diagnostics/diagnostics.ts'
import type { Target } from '../codegen/target.ts'
import { allTargets } from './own-targets.ts'
import { didYouMean } from '../json/suggest.ts'
import type { Project } from './project.ts'

/**
 * Returns the targets that a configuration names: first the built-in targets in the order in which they are
 * registered, then custom targets.
 */
export async function pickTargets(
  project: Project,
): Promise<{ readonly targets: readonly Target[]; readonly findings: readonly Finding[] }> {
  const wanted = project.config.targets
  const { targets, findings } = await allTargets(project)
  const known = targets.map(({ name }) => name)
  // Errors in custom targets were already reported.
  const unknown = Object.entries(wanted)
    .filter(([name, { module }]) => module === undefined && !known.includes(name))
    .map(([name]): Finding => {
      const message = `Unknown target ${name}.${didYouMean(name, known)}`
      const help = `The targets are ${known.join(', ')}; set \`module\` for your own target.`
      const place = { file: '(configuration)', pointer: `/targets/${name}` }
      return { code: 'RL003', message, help, place }
    })
  return {
    targets: targets.filter(({ name }) => Object.hasOwn(wanted, name)),
    findings: [...findings, ...unknown],
  }
}
