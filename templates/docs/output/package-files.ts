import {
  jsonFile,
  licenseFiles,
  licenseOf,
  type OutputFile,
  renderTemplate,
  type TargetOptions,
} from 'rpcloom/codegen'
import type { Site } from '../site/pages.ts'
import { connectSources } from './connect-sources.ts'

/** Returns the manifest and license of a package that contains pages for a site generator. */
export function pagePackageFiles(site: Site, options: TargetOptions): readonly OutputFile[] {
  return [
    jsonFile('package.json', {
      name: options.packageName,
      version: options.version,
      description: `${site.context.options.title}, as pages for a site generator`,
      license: licenseOf(options),
      files: ['site', '!site/.rpcloom.json', 'CHANGELOG.md'],
      exports: { './*': './site/*', './package.json': './package.json' },
    }),
    ...licenseFiles(options),
  ]
}

export function packageFiles(site: Site, options: TargetOptions): readonly OutputFile[] {
  const text = (path: string, format?: 'markdown' | 'typescript'): OutputFile => ({
    kind: 'text',
    path,
    text: renderTemplate(
      options.templates[`package/${path}.hbs`] ?? '',
      {
        packageName: options.packageName,
        title: site.context.options.title,
        connect: JSON.stringify(connectSources(site.context.api)),
        documents: site.context.api.groups.map(({ file }) => file).join(', '),
      },
      { output: format === 'markdown' ? 'markdown' : 'text' },
    ),
    ...(format !== undefined && { format }),
  })
  return [
    jsonFile('package.json', {
      name: options.packageName,
      version: options.version,
      description: `${site.context.options.title}, a static site`,
      license: licenseOf(options),
      type: 'module',
      engines: { node: '>=20.19' },
      publishConfig: { access: 'public' },
      files: [
        'site',
        '!site/.rpcloom.json',
        'llms.txt',
        // Written by `rpcloom release`.
        'CHANGELOG.md',
        'index.js',
        'index.d.ts',
        'serve.mjs',
      ],
      exports: {
        '.': { types: './index.d.ts', default: './index.js' },
        './package.json': './package.json',
      },
      scripts: { start: 'node serve.mjs' },
    }),
    text('README.md', 'markdown'),
    text('llms.txt', 'markdown'),
    text('index.js', 'typescript'),
    text('index.d.ts', 'typescript'),
    text('serve.mjs', 'typescript'),
    ...licenseFiles(options),
  ]
}
