import { posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { filesBelow } from '../output/files.ts'
import type { Target } from '../codegen/target.ts'
import { readsAt, type TemplateError, templateFaults } from '../codegen/template-fault.ts'
import { readTemplates, templateFile, templatesOf } from './read-templates.ts'

interface Setting {
  readonly root: string
  readonly config: Config
}

/** Checks the templates of a project without rendering them. */
export function checkOverrides(setting: Setting, targets: readonly Target[]): readonly Finding[] {
  return targets.flatMap((target) => {
    const folder = setting.config.targets[target.name]?.templates
    if (folder === undefined) return []
    const { templateFolder } = target
    const own = templateFolder && filesBelow(fileURLToPath(templateFolder), templateFile)
    const all = templatesOf(setting.root, setting.config, target)
    const partials = partialNames(Object.keys(all))
    return Object.entries(readTemplates(resolve(setting.root, folder))).flatMap(([path, text]) => {
      const place = { file: posix.join(folder, path), pointer: '' }
      if (own && !own.includes(path) && !isAddition(path)) return [needless(place, own, path)]
      if (!path.endsWith('.hbs')) return []
      const faults = templateFaults(text, partials)
      return faults.map(({ message, line, column }): Finding => ({
        code: 'RL011',
        message: `${message}.`,
        place,
        line,
        column,
      }))
    })
  })
}

/**
 * Returns a finding if the name that is undefined according to `error` is used in one of the project's own
 * templates; otherwise undefined.
 */
export function findingOf(
  error: TemplateError,
  { root, config }: Setting,
  targets: readonly Target[],
): Finding | undefined {
  const { missing, line, column } = error
  if (missing === undefined) return undefined
  for (const { name } of targets) {
    const folder = config.targets[name]?.templates
    if (folder === undefined) continue
    for (const [path, text] of Object.entries(readTemplates(resolve(root, folder)))) {
      if (!path.endsWith('.hbs') || !readsAt(text, error)) continue
      const place = { file: posix.join(folder, path), pointer: '' }
      const message = `Unknown name \`${missing}\`: the view of the template does not have it.`
      return { code: 'RL011', message, place, line, column }
    }
  }
  return undefined
}

/**
 * Whether a project may add a template that the target does not have: site assets, partials, and Markdown
 * files.
 */
function isAddition(path: string): boolean {
  return /^assets\/|(^|\/)parts\/[^/]+$|\.md$/.test(path)
}

function needless(place: Finding['place'], own: readonly string[], path: string): Finding {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const near = own.filter((one) => one.endsWith(`/${name}`) || one === name)
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  return { code: 'RL010', message: `Unknown template ${path}.${hint}`, place }
}

/** Returns the names of partials: the names of the files below `parts`, without extensions. */
function partialNames(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => /(?:^|\/)parts\/([^/.]+)\./.exec(path)?.[1] ?? []))
}
