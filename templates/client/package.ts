import { addressOfServer, type Api, type Group, type Method } from 'rpcloom/model'
import {
  codeSpan,
  exampleCall,
  licenseFiles,
  Markup,
  memberAccess,
  type OutputFile,
  packageJson,
  quoteString,
  renderTemplate,
  type TargetOptions,
  tsconfigJson,
} from 'rpcloom/emit'
import { ethereumEntries } from './ethereum.ts'
import { validateEntries } from './validate.ts'
import { hasReasons, reasonsEntry } from './reasons.ts'

/** What the package has beside its sources. */
export function packageFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  const titles = api.groups.map(({ title }) => title).join(', ')
  return [
    packageJson(options, {
      description: `Typed client of ${titles}`,
      entries: [
        ...api.groups.map(({ slug }) => slug),
        ...ethereumEntries(api),
        ...validateEntries(api),
        ...(hasReasons(api) ? [reasonsEntry] : []),
      ],
    }),
    tsconfigJson({ lib: ['dom'] }),
    readme(api, options),
    ...licenseFiles(options),
  ]
}

function readme(api: Api, options: TargetOptions): OutputFile {
  const example = exampleOf(api)
  const text = renderTemplate(
    options.templates['README.md.hbs'] ?? '',
    {
      packageName: options.packageName,
      server: serverSample(api),
      code: new Markup(codeOf(api, options, example)),
      groups: api.groups.map((group) => ({
        title: group.title,
        member: codeSpan(`node${memberAccess(group.key)}`),
        path: codeSpan(group.route.path),
        entry: codeSpan(`${options.packageName}/${group.slug}`),
      })),
    },
    { output: 'markdown' },
  )
  return { kind: 'text', path: 'README.md', text, format: 'markdown' }
}

/** How the first documented server is used. */
function serverSample(api: Api): Markup | undefined {
  const group = api.groups.find(({ servers }) => servers.length > 0)
  return group && codeSpan(`http(serverUrl(servers${memberAccess(group.key)}[0]))`)
}

interface Example {
  readonly group: Group
  readonly method: Method
}

/** A method that anyone can call without knowing anything; else the first one with an example. */
function exampleOf(api: Api): Example | undefined {
  const all = api.groups.flatMap((group) => group.methods.map((method) => ({ group, method })))
  const shown = all.filter(
    ({ group, method }) => method.doc.deprecated === undefined && exampleCall(group, method),
  )
  return (
    shown.find(({ method }) => method.params.length === 0 && method.effect === 'read') ?? shown[0]
  )
}

function codeOf(api: Api, options: TargetOptions, example: Example | undefined): string {
  const urls = api.groups.flatMap(({ servers }) => servers).map(addressOfServer)
  const [base] = urls.flatMap((url) => /^https?:\/\/[\w.:[\]-]+/.exec(url)?.[0] ?? [])
  const call = example && exampleCall(example.group, example.method)
  return [
    `import { createClient, http } from ${quoteString(options.packageName)}`,
    '',
    `const node = createClient({ transport: http('${base ?? 'http://127.0.0.1:8545'}') })`,
    ...(call === undefined ? [] : [call]),
    ...(call?.startsWith('const result') ? ['console.log(result)'] : []),
  ].join('\n')
}
