import type { Api } from 'rpcloom/model'
import {
  accessPath,
  builtFirst,
  codeSpan,
  licenseFiles,
  Markup,
  type OutputFile,
  packageJson,
  quoteString,
  readmeFile,
  sampleTransport,
  sampleMethods,
  type TargetOptions,
  tsconfigJson,
  typesPackage,
} from 'rpcloom/codegen'

/** Returns the files of the package other than its sources. */
export function packageFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  const titles = api.groups.map(({ title }) => title).join(', ')
  return [
    packageJson(options, {
      dependencies: { [typesPackage(api, options)]: options.version },
      description: `Queries for TanStack Query of ${titles}`,
      entries: api.groups.map(({ slug }) => slug),
    }),
    tsconfigJson({
      lib: ['dom'],
      references: builtFirst(options, 'types'),
    }),
    readme(api, options),
    ...licenseFiles(options),
  ]
}

function readme(api: Api, options: TargetOptions): OutputFile {
  return readmeFile(options, {
    packageName: options.packageName,
    code: new Markup(codeOf(api, options)),
    groups: api.groups.map(({ title, key, slug }) => ({
      title,
      member: codeSpan(`queries.${key}`),
      entry: codeSpan(`${options.packageName}/${slug}`),
    })),
  })
}

function codeOf(api: Api, { packageName, siblings }: TargetOptions): string {
  const client = siblings['client'] ?? `${api.scope}/client`
  const sample = sampleMethods(api).find(
    ({ method }) => method.effect === 'read' && method.params.every(({ required }) => !required),
  )
  const path = sample && accessPath({ ...sample.group, shortcuts: [] }, sample.method, 'queries')
  const transport = sampleTransport(api)
  return [
    `import { createClient, ${transport.name} } from ${quoteString(client)}`,
    `import { createQueries } from ${quoteString(packageName)}`,
    '',
    `const client = createClient({ transport: ${transport.code} })`,
    'const queries = createQueries(client)',
    ...(path === undefined ? [] : [`console.log(${path}.queryOptions())`]),
  ].join('\n')
}
