import {
  defineTarget,
  jsonFile,
  licenseOf,
  renderTemplate,
  type Target,
  type TargetOptions,
  type TextOutput,
} from 'rpcloom/targets'
import { errorRows } from './error-rows.ts'
import type { Api } from 'rpcloom/targets'

/** Writes one page with every error of every group. Option `intro`: a sentence above the tables. */
export const target: Target = defineTarget({
  name: 'error-table',
  templateFolder: new URL('../templates/', import.meta.url),
  files: (api, options) => [manifest(options), page(api, options)],
})

function manifest(options: TargetOptions): TextOutput {
  return jsonFile('package.json', {
    name: options.packageName,
    version: options.version,
    license: licenseOf(options),
    files: ['errors.md'],
  })
}

function page(api: Api, { templates, options }: TargetOptions): TextOutput {
  const { intro } = options
  const view = {
    intro: typeof intro === 'string' ? intro : 'The errors that calls can return.',
    groups: api.groups
      .map((group) => ({ title: group.title, errors: errorRows(group) }))
      .filter(({ errors }) => errors.length > 0),
  }
  // The template escapes strings of the documents for Markdown.
  const text = renderTemplate(templates['errors.md.hbs'] ?? '', view, { output: 'markdown' })
  return { kind: 'text', path: 'errors.md', text, format: 'markdown' }
}
