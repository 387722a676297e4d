import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { DerivedOutput } from '../codegen/target.ts'
import { hasErrors, toDiagnostics } from '../diagnostics/diagnostics.ts'
import type { Config } from '../engine/config.ts'
import type { Project } from '../engine/project.ts'
import { readApi } from '../engine/read-api.ts'
import { runTargets } from '../engine/run-targets.ts'
import { isRemoteInput } from '../load/read/inputs.ts'
import { lockName, readLock } from '../output/lock.ts'
import { printable } from '../diagnostics/printable.ts'
import { type Call, type Command, commonOptions, defineCommand } from './command.ts'
import type { ExitCode } from './exit-code.ts'
import { compareApis } from '../diff/compare.ts'
import { printMarkdown } from '../diff/report.ts'
import type { Version } from '../diff/version.ts'
import {
  type BuiltVersion,
  checkVersion,
  openFiles,
  siteFolder,
  versionName,
  versionOfDocuments,
  versionsAfter,
  versionsBefore,
  writeVersion,
} from './docs-versions.ts'
import { findProject, projectFault, projectOptions } from './project.ts'
import { portFault, portOf, portOption, stopped } from './serving.ts'
import { readVersion } from './sources/version.ts'
import { ownVersion } from './version.ts'

const options = {
  ...projectOptions,
  port: portOption,
  out: { type: 'string', short: 'o', value: 'DIR', help: 'with `build`: folder of the versions' },
  version: {
    type: 'string',
    value: 'NAME',
    help: 'with `build`: name of the version, which is a folder in DIR; default: that of the configuration, or else of the documents',
  },
  since: {
    type: 'string',
    value: 'OLD',
    help: 'with `build`: list the changes since OLD, a file, folder, git revision or URL as for `diff`',
  },
  ...commonOptions,
} as const

export const docsCommand: Command = defineCommand({
  about: [
    'serves the docs of a running server (by rpc.discover), of a document, or of the configuration, until it is stopped. Nothing is written.',
    '`docs build` writes them to a folder for a static host instead. Each version has a folder of its own with the same pages, and a switch leads from each page to the same page of other versions.',
  ],
  options,
  examples: [
    'rpcloom docs http://127.0.0.1:8545',
    'rpcloom docs openrpc.json --port 8080',
    'rpcloom docs build --out public --version 2.0.0',
  ],
  takes: { least: 0, most: 2, otherwise: '`docs` takes at most one URL or file.' },
  fault: (values, positionals) => {
    const isBuild = positionals[0] === 'build'
    const [source, second] = isBuild ? positionals.slice(1) : positionals
    if (second !== undefined) return '`docs` takes at most one URL or file.'
    if (source !== undefined && (values.input ?? values.config) !== undefined)
      return 'A URL or file cannot be combined with --input or --config.'
    const forBuild = values.out ?? values.version ?? values.since
    if (!isBuild && forBuild !== undefined)
      return '--out, --version and --since require `docs build`.'
    if (isBuild && values.out === undefined) return '`docs build` requires --out DIR.'
    if (values.version !== undefined && !versionName.test(values.version))
      return '--version must consist of letters, digits, dots, hyphens, underscores and plus signs.'
    const { out: _, ...project } = values
    return portOf(values) === undefined ? portFault : projectFault(project)
  },
  run,
})

type DocsCall = Call<typeof options>

async function run(call: DocsCall): Promise<ExitCode> {
  const { values, positionals, output } = call
  if (positionals[0] === 'build') return build(call)
  const [source] = positionals
  const read = await readDocs(call, source)
  const derived = read && (await printDocs(call, read, {}))
  if (derived === undefined) return 2
  const server = createServer(await listenerOf(derived))
  server.listen(portOf(values) ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  if (output.json) output.line(JSON.stringify({ url }))
  else output.note(`Docs: ${url}`)
  await stopped()
  server.closeAllConnections()
  server.close()
  return 0
}

/** Writes the docs to the folder of their version, and the list of versions. */
async function build(call: DocsCall): Promise<ExitCode> {
  const { values, positionals, output } = call
  const out = values.out ?? ''
  const source = positionals[1]
  const read = await readDocs(call, source)
  if (read === undefined) return 2
  const version = values.version ?? read.version ?? versionOfDocuments(read.api)
  if (version === undefined) {
    const all = read.api.groups.map((group) => `${group.title} ${group.version}`).join(', ')
    output.fault('RL030', printable(`Name the version with --version. The documents are: ${all}.`))
    return 2
  }
  const changes = values.since === undefined ? '' : await changesSince(call, values.since, read)
  const comparisons = await comparisonsOf(call, versionsBefore(out, version), read)
  if (changes === undefined || comparisons === undefined) return 2
  const derived = await printDocs(call, read, { isVersioned: true, changes, comparisons })
  if (derived === undefined) return 2
  const findings = checkVersion(out, version, derived)
  if (findings.length > 0) {
    output.diagnostics(toDiagnostics(findings, new Map()))
    return 2
  }
  const folder = writeVersion(out, version, derived)
  const outdated = versionsAfter(out, version)
  if (output.json) output.line(JSON.stringify({ folder, version, outdated }))
  else output.note(`Docs: ${folder}`)
  if (outdated.length > 0)
    output.error(`Build ${outdated.join(', ')} again to list the changes since ${version} there.`)
  return 0
}

/** Returns the changes since another version as Markdown; undefined if that cannot be read. */
async function changesSince(
  { values, output }: Pick<DocsCall, 'values' | 'output'>,
  old: string,
  { project: { root, config }, api, loaded }: ReadDocs,
): Promise<string | undefined> {
  const state = readLock(join(root, config.out, lockName))
  // A revision is that of the project. Paths are relative to the working directory.
  const isRevision = !existsSync(old) && !old.includes(':')
  const before = await readVersion(
    old,
    {
      ...values,
      ...(isRevision && { cwd: root }),
      ...(state.kind === 'lock' && { otherLock: state.lock }),
    },
    output,
  )
  return before && printMarkdown(compareApis(before.version, { api, loaded }))
}

/** The changes since a built version, as Markdown. */
interface Comparison {
  readonly since: string
  readonly changes: string
}

/** Compares with built versions. Returns undefined if one of them cannot be read. */
async function comparisonsOf(
  call: DocsCall,
  built: readonly BuiltVersion[],
  read: ReadDocs,
): Promise<readonly Comparison[] | undefined> {
  const comparisons: Comparison[] = []
  // The overlays of this version are not for documents that were published.
  const { overlay: _, ...values } = call.values
  for (const { version, documents } of built) {
    const changes = await changesSince({ ...call, values }, documents, read)
    if (changes === undefined) return undefined
    comparisons.push({ since: version, changes })
  }
  return comparisons
}

/** The documents of docs, and how to print them. */
interface ReadDocs extends Version {
  readonly project: Project
  /** Version of the configuration; undefined without a configuration. */
  readonly version: string | undefined
}

/** Reads the documents of the docs: of a URL or file, or of the configuration. */
async function readDocs(
  { values, output }: DocsCall,
  source: string | undefined,
): Promise<ReadDocs | undefined> {
  const given = source === undefined ? values : { ...values, ...inputOf(source) }
  const { out: _, ...rest } = given
  const found = await findProject(rest, { out: '.', targets: 'docs', scope: '@docs' }, output)
  if (found === undefined) return undefined
  const { project, configPath } = found
  const { root, config } = project
  output.progress('Reading the documents')
  const input = await readApi({ ...config, root })
  output.diagnostics(input.diagnostics.filter(({ severity }) => severity === 'error'))
  if (input.loaded === undefined || hasErrors(input.diagnostics)) return undefined
  const { api, loaded } = input
  return configPath === undefined
    ? { project: { ...project, config: named(config) }, api, loaded, version: undefined }
    : { project, api, loaded, version: config.version }
}

/** Generates the docs in memory. `further` are options of the docs target that the command sets. */
async function printDocs(
  { output }: DocsCall,
  { api, project: { root, targets, config: own } }: ReadDocs,
  further: Readonly<Record<string, unknown>>,
): Promise<readonly DerivedOutput[] | undefined> {
  const config = withOptions(own, further)
  const docs = targets.filter(({ name }) => name === 'docs')
  const { derived, findings } = await runTargets(api, docs, { root, config, targets })
  if (findings.length === 0) return derived
  output.diagnostics(toDiagnostics(findings, new Map()))
  return undefined
}

function withOptions(config: Config, further: Readonly<Record<string, unknown>>): Config {
  const { docs = { packageName: `${config.scope}/docs`, options: {} } } = config.targets
  const options = { ...docs.options, ...further }
  return { ...config, targets: { ...config.targets, docs: { ...docs, options } } }
}

function inputOf(source: string): {
  readonly input: readonly string[]
  readonly 'allow-remote'?: true
} {
  return { input: [source], ...(isRemoteInput(source) && { 'allow-remote': true }) }
}

/** Names the docs, because pages show the name and version of their package. */
function named(config: Config): Config {
  const docs = { packageName: 'rpcloom docs', options: {} }
  return { ...config, version: ownVersion(), targets: { docs } }
}

/** Pages may call any server, because the reader chooses it. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src http: https: ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Returns a listener that prints files of the site when they are requested. */
async function listenerOf(derived: readonly DerivedOutput[]): Promise<RequestListener> {
  const { openListener } = await import('#targets')
  const files = new Set(derived.map(({ path }) => path))
  const textOf = openFiles(derived)
  const open = async (name: string): Promise<Readable | undefined> => {
    const path = `${siteFolder}${name}`
    return files.has(path) ? Readable.from([textOf(path)]) : undefined
  }
  const listener = openListener({ base: '/', policy, open })
  return (request, response) => {
    // Another site could read the pages by a host name that resolves to this machine.
    if (/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? ''))
      return listener(request, response)
    response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('Unknown host\n')
  }
}
