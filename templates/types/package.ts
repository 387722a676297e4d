import { type Api, clientGroups, hasPeer, isPartlyPublic } from 'rpcloom/model'
import {
  codeSpan,
  documentsMember,
  formatsDependencies,
  licenseFiles,
  type OutputFile,
  packageJson,
  readmeFile,
  type TargetOptions,
  tsconfigJson,
} from 'rpcloom/codegen'

/** Returns the files of the package other than its sources. */
export function packageFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  const slugs = api.groups.map(({ slug }) => slug)
  const clients = clientGroups(api)
  const description = `Types and method descriptors of ${api.groups.map(({ title }) => title).join(', ')}`
  return [
    packageJson(options, {
      documents: documentsMember(api),
      description,
      dependencies: formatsDependencies(api),
      entries: [
        'errors',
        ...(api.formats ? ['formats'] : []),
        ...slugs,
        ...slugs.map((slug) => `methods/${slug}`),
        ...clients.map(({ slug }) => `methods/client/${slug}`),
        ...(hasPeer(api) ? ['peer'] : []),
        ...slugs.map((slug) => `documents/${slug}`),
        ...api.groups.filter(isPartlyPublic).map(({ slug }) => `documents/public/${slug}`),
      ],
    }),
    // The user's module with formats may omit types that isolated declarations require.
    tsconfigJson({
      ...(hasPeer(api) && { lib: ['dom'] }),
      isolatedDeclarations: api.formats?.kind !== 'file',
    }),
    readme(api, options),
    ...licenseFiles(options),
  ]
}

function readme(api: Api, options: TargetOptions): OutputFile {
  return readmeFile(options, {
    packageName: options.packageName,
    groups: api.groups.map(({ title, slug }) => ({
      title,
      types: codeSpan(`${options.packageName}/${slug}`),
      methods: codeSpan(`${options.packageName}/methods/${slug}`),
      document: codeSpan(`${options.packageName}/documents/${slug}`),
    })),
  })
}
