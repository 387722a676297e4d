import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkConfig, commandLine, type Config } from '../engine/config.ts'
import { configNames } from '../engine/config-file.ts'
import {
  hasErrors,
  toDiagnostics,
  type Diagnostic,
  type Finding,
} from '../diagnostics/diagnostics.ts'
import { writeTogether } from '../output/write-together.ts'
import { readApi } from '../engine/read-api.ts'
import type { Api } from '../model/types.ts'
import type { Place } from '../json/types.ts'
import {
  configOf,
  otherBuild,
  rootBuild,
  ignoreText,
  readmeText,
  scriptsOf,
  workspaceFiles,
  type Wanted,
} from './files.ts'
import { findOpenApi } from './find-documents.ts'
import { findInputs, rootPath, type FoundInputs } from './find-inputs.ts'
import { workspaceManifest } from './manifest.ts'
import {
  managerOf,
  pnpmWorkspace,
  pnpmWorkspaceText,
  runScript,
  type PackageManager,
} from './package-manager.ts'
import { sampleTest, type IsReported } from './sample-test.ts'
import { starterDocument } from './starter.ts'

/** Options of `init`. Values for omitted options are chosen automatically. */
export interface InitRequest {
  readonly root: string
  /** The working directory, which is searched for documents if its subfolder `root` has none. */
  readonly workingDirectory: string
  readonly name: string
  readonly scope: string
  readonly targets: readonly string[]
  /** Paths, globs or URLs of documents. If empty, the folder is searched. */
  readonly inputs: readonly string[]
  readonly allowUnresolved: boolean
  readonly allowRemote: boolean
  readonly force: boolean
  /**
   * Existing configuration of the folder, which `init` keeps. Undefined if `init` writes a new configuration.
   */
  readonly existing?: Config | undefined
  /** Exact versions of development dependencies by package. */
  readonly tools: Readonly<Record<string, string>>
}

export type InitPlan =
  | {
      readonly kind: 'planned'
      readonly config: Config
      readonly files: ReadonlyMap<string, string>
      /** Existing files that are not changed. */
      readonly kept: readonly string[]
      readonly diagnostics: readonly Diagnostic[]
      /** Whether the folder has no documents, so that the workspace gets a sample document. */
      readonly isSample: boolean
      /** OpenAPI documents in the folder, if it has no OpenRPC documents. */
      readonly openApi: readonly string[]
      readonly manager: PackageManager
      readonly test: string
    }
  | { readonly kind: 'faulty'; readonly diagnostics: readonly Diagnostic[] }

export const starterPath = 'openrpc/tasks.openrpc.json'
const starterText = `${JSON.stringify(starterDocument, undefined, 2)}\n`

/** Plans a workspace without writing files. If the plan is `faulty`, no file may be written. */
export async function planInit(request: InitRequest): Promise<InitPlan> {
  const { root, force } = request
  const choice = choose(request)
  if ('findings' in choice) return faulty(choice.findings)
  const { config, isSample } = choice
  const wanted = withBuild(root, choice.wanted)
  const read = await readChosen(root, choice)
  if (read.api === undefined) return { kind: 'faulty', diagnostics: read.diagnostics }
  const packages = Object.entries(config.targets).map(([name, { packageName }]) => [
    name,
    packageName,
  ])
  const sample = sampleTest(read.api, Object.fromEntries(packages), read.isReported)
  const own = new Map([...choice.files, ...workspaceFiles(wanted, sample)])
  const { manager } = managerOf(root)
  // Bun rejects a folder that does not exist yet, but accepts a glob without matches.
  const server = manager === 'bun' ? 'server*' : 'server'
  const folders = ['packages/*', ...(wanted.targets.includes('server') ? [server] : [])]
  const isPnpm = manager === 'pnpm'
  const linksDependencies = isPnpm || manager === 'bun'
  const manifest = workspaceManifest(textAt(root, 'package.json'), {
    name: wanted.name,
    workspaces: isPnpm ? [] : folders,
    scripts: (prefix) => scriptsOf(wanted, prefix),
    devDependencies: { ...request.tools, ...(linksDependencies && linked(wanted)) },
  })
  const pnpmText = isPnpm ? pnpmWorkspaceText(textAt(root, pnpmWorkspace), folders) : ''
  const findings = obstacles(request, own)
  if (manifest.kind === 'faulty') return faulty([...findings, manifest.finding])
  if (pnpmText === undefined) return faulty([...findings, unreadable(pnpmWorkspace)])
  if (findings.length > 0) return faulty(findings)
  const { prefix } = manifest
  const kept = [
    ...(existsSync(join(root, 'README.md')) && !force ? ['README.md'] : []),
    ...(wanted.build === rootBuild ? [] : [rootBuild]),
  ]
  const files = new Map([
    ['README.md', readmeText(wanted, { manager, prefix })] as const,
    ...own,
    ['package.json', manifest.text],
    ...(isPnpm ? [[pnpmWorkspace, pnpmText] as const] : []),
    ['.gitignore', ignoreText(textAt(root, '.gitignore'))],
  ])
  for (const path of kept) files.delete(path)
  const openApi = isSample ? findOpenApi(root) : []
  const test = runScript(manager, `${prefix}test`)
  const { diagnostics } = read
  return { kind: 'planned', config, files, kept, diagnostics, isSample, openApi, manager, test }
}

/**
 * Chooses the compiler configuration of the workspace. An existing tsconfig.json is never overwritten, because
 * the repository's code depends on it, unless it is that of an earlier run.
 */
function withBuild(root: string, chosen: Choice['wanted']): Wanted {
  const own = { ...chosen, build: rootBuild }
  const before = textAt(root, rootBuild)
  const isOwn = before === undefined || before === workspaceFiles(own, '').get(rootBuild)
  return isOwn ? own : { ...chosen, build: otherBuild }
}

/** The chosen documents and configuration of a workspace. */
interface Choice {
  readonly config: Config
  readonly wanted: Omit<Wanted, 'build'>
  /** Files to write: the configuration and missing documents. */
  readonly files: ReadonlyMap<string, string>
  /** Text of a root document for the fragments; absent if there is none to write. */
  readonly rootText?: string | undefined
  readonly isSample: boolean
}

function choose(request: InitRequest): Choice | { readonly findings: readonly Finding[] } {
  const { root, name, scope, targets, allowUnresolved, allowRemote, existing } = request
  if (existing !== undefined) {
    const { inputs } = existing
    const wanted = { name, inputs, scope: existing.scope, targets: Object.keys(existing.targets) }
    return { config: existing, wanted, files: new Map(), isSample: false }
  }
  const found = request.inputs.length > 0 ? request : findInputs(root, request.workingDirectory)
  const { inputs, rootText }: FoundInputs = found ?? { inputs: ['openrpc/*.openrpc.json'] }
  const wanted = { name, scope, targets, inputs }
  const settings = {
    $schema: './node_modules/rpcloom/config.schema.json',
    ...configOf(wanted),
    ...(allowUnresolved && { allowUnresolved }),
    ...(allowRemote && { allowRemote }),
  }
  const checked = checkConfig(commandLine, settings)
  if (checked.kind === 'faulty') return checked
  const files = new Map([
    ...(found === undefined ? [[starterPath, starterText] as const] : []),
    ...(rootText === undefined ? [] : [[rootPath, rootText] as const]),
    ['rpcloom.config.json', `${JSON.stringify(settings, undefined, 2)}\n`],
  ])
  return { config: checked.config, wanted, files, rootText, isSample: found === undefined }
}

function readChosen(root: string, { config, rootText, isSample }: Choice): Promise<Read> {
  if (isSample) return readStarter(config)
  return rootText === undefined ? readDocuments(root, config) : readTree(root, config, rootText)
}

/**
 * Returns the packages that the tests import as dependencies of the root, because pnpm and Bun only link
 * packages that the root depends on.
 */
function linked({ scope, targets }: Wanted): Readonly<Record<string, string>> {
  return Object.fromEntries(targets.map((target) => [`${scope}/${target}`, 'workspace:*']))
}

function unreadable(file: string): Finding {
  const message = `The existing ${file} is not valid YAML.`
  return { code: 'RL021', message, place: { file, pointer: '' } }
}

type Read =
  | { readonly api?: undefined; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly api: Api
      readonly isReported: IsReported
      readonly diagnostics: readonly Diagnostic[]
    }

async function readDocuments(root: string, config: Config): Promise<Read> {
  const { diagnostics, ...input } = await readApi({ ...config, root })
  if (input.loaded === undefined || hasErrors(diagnostics)) return { diagnostics }
  const { loaded, api } = input
  const isReported = (place: Place): boolean => {
    // The document was assembled from fragments, so its diagnostics have locations in the fragments.
    const { file, pointer } = loaded.files.get(place.file)?.locate(place.pointer).place ?? place
    return diagnostics.some((one) => one.file === file && one.pointer.startsWith(`${pointer}/`))
  }
  return { api, isReported, diagnostics }
}

/** Reads the sample document from a temporary folder, because it is not written yet. */
async function readStarter(config: Config): Promise<Read> {
  const folder = mkdtempSync(join(tmpdir(), 'rpcloom-init-'))
  try {
    await writeTogether(folder, { write: new Map([[starterPath, starterText]]) })
    return await readDocuments(folder, config)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Reads a document with its fragments. The root document is written temporarily for this. */
async function readTree(root: string, config: Config, text: string): Promise<Read> {
  const path = join(root, rootPath)
  try {
    writeFileSync(path, text)
    return await readDocuments(root, config)
  } finally {
    rmSync(path, { force: true })
  }
}

/** Reports files of the workspace that already exist with different content, unless `--force` replaces them. */
function obstacles(
  { root, inputs, force }: InitRequest,
  own: ReadonlyMap<string, string>,
): readonly Finding[] {
  const subfolder = `rpcloom init rpc${inputs.length === 0 ? '' : ' --input FILE'}`
  const others = configNames.filter((name) => !own.has(name) && existsSync(join(root, name)))
  const taken = [...own].flatMap(([path, text]) => {
    const there = textAt(root, path)
    return there === undefined || there === text ? [] : [path]
  })
  if (force) return []
  return [...taken, ...others].map((path): Finding => {
    const message = `${path} already exists.`
    const help = `Create the workspace in a subfolder: \`${subfolder}\`, or pass --force to replace the file.`
    return { code: 'RL020', message, help, place: { file: path, pointer: '' } }
  })
}

function textAt(root: string, path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
}

function faulty(findings: readonly Finding[]): InitPlan {
  return { kind: 'faulty', diagnostics: toDiagnostics(findings, new Map()) }
}
