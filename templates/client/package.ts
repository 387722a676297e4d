import { type Api, membersOfGroup, type Server, serverSide } from 'rpcloom/model'
import {
  builtFirst,
  codeSpan,
  documentsMember,
  exampleCall,
  licenseFiles,
  Markup,
  memberAccess,
  ownerOf,
  type OutputFile,
  packageJson,
  quoteString,
  readmeFile,
  type SampleMethod,
  sampleMethods,
  type TargetOptions,
  tsconfigJson,
  sampleTransport,
  typesPackage,
} from 'rpcloom/codegen'
import { actionsName, ethereumEntries, ethereumGroups } from './ethereum.ts'
import { eventsSample, exampleOf, peerSample } from './example.ts'
import { llms } from './llms.ts'
import { peerEntry } from './peer.ts'
import { validateEntries } from './validate.ts'
import { hasReasons, reasonsEntry } from './reasons.ts'

/** Returns the files of the package other than its sources. */
export function packageFiles(all: Api, options: TargetOptions): readonly OutputFile[] {
  const api = serverSide(all)
  const titles = all.groups.map(({ title }) => title).join(', ')
  return [
    packageJson(options, {
      documents: documentsMember(api),
      dependencies: { [typesPackage(api, options)]: options.version },
      description: `Typed client of ${titles}`,
      entries: [
        ...all.groups.map(({ slug }) => slug),
        peerEntry,
        ...ethereumEntries(api),
        ...validateEntries(api),
        ...(hasReasons(api) ? [reasonsEntry] : []),
      ],
    }),
    tsconfigJson({
      lib: ['dom'],
      references: builtFirst(options, 'types'),
    }),
    readme(api, options, peerSample(all, options.packageName)),
    llms(api, options, peerSample(all, options.packageName)),
    ...licenseFiles(options),
  ]
}

function readme(api: Api, options: TargetOptions, peer: string | undefined): OutputFile {
  const example = exampleOf(api)
  const events = eventsSample(api, options.packageName)
  return readmeFile(options, {
    packageName: options.packageName,
    server: serverSample(api),
    code: new Markup(codeOf(api, options, example)),
    events: events === undefined ? undefined : new Markup(events),
    peer: peer === undefined ? undefined : new Markup(peer),
    ethereum: ethereumSample(api, options),
    validate:
      validateEntries(api).length === 0 ? undefined : codeSpan(`${options.packageName}/validate`),
    groups: api.groups.map((group) => ({
      title: group.title,
      member: codeSpan(ownerOf(group, membersOfGroup(group)[0] ?? '')),
      path: codeSpan(group.route.path),
      entry: codeSpan(`${options.packageName}/${group.slug}`),
    })),
  })
}

/** Returns a sample that uses a documented server; undefined if no server is documented. */
function serverSample(api: Api): Markup | undefined {
  const { name } = sampleTransport(api)
  const isUsed = ({ url }: Server): boolean => /^wss?:/i.test(url) === (name === 'webSocket')
  const found = sampleMethods(api).find(({ group }) => group.servers.some(isUsed))?.group
  if (found === undefined) return undefined
  const index = found.servers.findIndex(isUsed)
  return codeSpan(`${name}(serverUrl(servers${memberAccess(found.key)}[${index}]))`)
}

/** Returns a sample that uses the chain with viem and other Ethereum libraries. */
function ethereumSample(api: Api, options: TargetOptions): Markup | undefined {
  const [group] = ethereumEntries(api).length === 0 ? [] : ethereumGroups(api)
  if (!group) return undefined
  // If a method has the same name as the group, `client` has the method instead of the group. The group's
  // methods are then only available as members of `client` itself.
  const chain = group.shortcuts.includes(group.key) ? 'client' : `client${memberAccess(group.key)}`
  const { name, code } = sampleTransport(api)
  return new Markup(
    [
      `import { createClient, ${name} } from ${quoteString(options.packageName)}`,
      `import { provider } from ${quoteString(`${options.packageName}/eip1193`)}`,
      `import { ${actionsName(api.scope)}, viemTransport } from ${quoteString(`${options.packageName}/viem`)}`,
      "import { BrowserProvider } from 'ethers'",
      "import { createPublicClient } from 'viem'",
      '',
      `const client = createClient({ transport: ${code} })`,
      `const viem = createPublicClient({ transport: viemTransport(${chain}) }).extend(${actionsName(api.scope)}())`,
      `const ethers = new BrowserProvider(provider(${chain}))`,
      'console.log(await viem.getBlockNumber(), await ethers.getBlockNumber())',
    ].join('\n'),
  )
}

function codeOf(api: Api, options: TargetOptions, example: SampleMethod | undefined): string {
  const call = example && exampleCall(api, example.group, example.method)
  const { name, code } = sampleTransport(api)
  return [
    `import { createClient, ${name} } from ${quoteString(options.packageName)}`,
    '',
    `const client = createClient({ transport: ${code} })`,
    ...(call === undefined ? [] : [call]),
    ...(call?.startsWith('const result') ? ['console.log(result)'] : []),
  ].join('\n')
}
