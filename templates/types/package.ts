import type { Api } from 'rpcloom/model'
import {
  codeSpan,
  documentsMember,
  licenseFiles,
  type OutputFile,
  packageJson,
  renderTemplate,
  type TargetOptions,
  tsconfigJson,
} from 'rpcloom/emit'

/** Everything of the package beside its sources. */
export function packageFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  const slugs = api.groups.map(({ slug }) => slug)
  const description = `Types and method descriptors of ${api.groups.map(({ title }) => title).join(', ')}`
  return [
    packageJson(options, {
      documents: documentsMember(api),
      description,
      entries: [
        'errors',
        ...slugs,
        ...slugs.map((slug) => `methods/${slug}`),
        ...slugs.map((slug) => `documents/${slug}`),
      ],
    }),
    tsconfigJson({}),
    readme(api, options),
    ...licenseFiles(options),
  ]
}

function readme(api: Api, options: TargetOptions): OutputFile {
  const view = {
    packageName: options.packageName,
    groups: api.groups.map(({ title, slug }) => ({
      title,
      types: codeSpan(`${options.packageName}/${slug}`),
      methods: codeSpan(`${options.packageName}/methods/${slug}`),
      document: codeSpan(`${options.packageName}/documents/${slug}`),
    })),
  }
  const text = renderTemplate(options.templates['README.md.hbs'] ?? '', view, {
    output: 'markdown',
  })
  return { kind: 'text', path: 'README.md', text, format: 'markdown' }
}
