import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { filesBelow } from '../output/files.ts'
import { withoutReturns } from '../json/hash.ts'
import type { GuideFile, Target } from '../codegen/target.ts'
import { expandInputs } from '../load/read/inputs.ts'

/** Files of a template folder that are passed to a target. */
export const templateFile: RegExp = /\.(hbs|css|js|svg|md)$/

/** Returns the templates of a target, overridden by the templates in the configuration's folder. */
export function templatesOf(
  root: string,
  config: Config,
  target: Target,
): Readonly<Record<string, string>> {
  const own = config.targets[target.name]?.templates
  return {
    ...(target.templateFolder && readTemplates(fileURLToPath(target.templateFolder))),
    ...(own === undefined ? {} : readTemplates(resolve(root, own))),
  }
}

/** Returns the texts of templates by path from the folder, with `/` as separator. */
export function readTemplates(folder: string): Readonly<Record<string, string>> {
  const paths = filesBelow(folder, templateFile)
  return Object.fromEntries(
    paths.map((path) => [path, withoutReturns(readFileSync(join(folder, path), 'utf8'))]),
  )
}

/** Returns the guides of a target, in the order of the configuration. */
export function guidesOf(
  root: string,
  config: Config,
  { name }: Pick<Target, 'name'>,
): readonly GuideFile[] {
  const { documents } = expandInputs(root, config.targets[name]?.guides ?? [])
  return documents.map((path) => ({
    path,
    text: withoutReturns(readFileSync(join(root, path), 'utf8')).replace(/^\uFEFF/, ''),
  }))
}

/** Reports paths and globs of guides that match no file. */
export function missingGuides(root: string, config: Config): readonly Finding[] {
  return Object.values(config.targets).flatMap(
    ({ guides = [] }) => expandInputs(root, guides).findings,
  )
}

/** Reports template folders that the configuration names but that do not exist. */
export function missingFolders(root: string, config: Config): readonly Finding[] {
  return Object.entries(config.targets).flatMap(([name, { templates }]): readonly Finding[] => {
    if (templates === undefined) return []
    const found = statSync(resolve(root, templates), { throwIfNoEntry: false })
    if (found?.isDirectory()) return []
    const message = `The folder ${templates}, set as \`templates\` of ${name}, does not exist.`
    return [{ code: 'RL009', message, place: { file: templates, pointer: '' } }]
  })
}
