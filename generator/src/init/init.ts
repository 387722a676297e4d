import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { checkConfig, type Config } from '../config.ts'
import { configNames } from '../config-file.ts'
import { hasErrors, toDiagnostics, type Diagnostic, type Finding } from '../diagnostics.ts'
import { makeFolders } from '../emit/make-folders.ts'
import { load } from '../load/index.ts'
import { parseText } from '../load/parse.ts'
import { isObject } from '../load/pointer.ts'
import { buildApi } from '../model/index.ts'
import type { Api } from '../model/types.ts'
import {
  configOf,
  ignoreText,
  readmeText,
  scriptsOf,
  workspaceFiles,
  type FragmentInput,
  type Wanted,
} from './files.ts'
import { findDocuments, isBare, isOutputPath } from './find-documents.ts'
import { findFragments } from './find-fragments.ts'
import { workspaceManifest } from './manifest.ts'
import { starterDocument } from './starter.ts'

/** Options of `init`; absent ones are chosen automatically. */
export interface InitRequest {
  /** Folder of the workspace. */
  readonly root: string
  readonly name: string
  readonly scope: string
  readonly targets: readonly string[]
  /** Documents as paths, globs or addresses; searched in the folder if empty. */
  readonly inputs: readonly string[]
  readonly allowRemote: boolean
  /** Overwrites existing files. */
  readonly force: boolean
  /** Exact versions of development dependencies by package. */
  readonly tools: Readonly<Record<string, string>>
}

export type InitPlan =
  | {
      readonly kind: 'planned'
      readonly config: Config
      /** Files to write by path from the folder. */
      readonly files: ReadonlyMap<string, string>
      /** Existing files that are kept. */
      readonly kept: readonly string[]
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly kind: 'faulty'; readonly diagnostics: readonly Diagnostic[] }

/** An existing compiler configuration is never overwritten: the repository's code depends on it. */
const compilerOptions = 'tsconfig.json'

const starterPath = 'openrpc/tasks.openrpc.json'
const rootPath = 'openrpc.root.json'
const starterText = `${JSON.stringify(starterDocument, undefined, 2)}\n`

/** Plans a workspace without writing. If there is any error, nothing will be written. */
export async function planInit(request: InitRequest): Promise<InitPlan> {
  const { root, name, scope, targets, allowRemote } = request
  const found = request.inputs.length > 0 ? request.inputs : findDocuments(root)
  const tree = request.inputs.length > 0 ? undefined : treeIn(root, found)
  const inputs = tree === undefined ? inputsOf(found) : [tree.input]
  const isEmpty = found.length === 0 && tree === undefined
  const wanted: Wanted = { name, scope, targets, inputs }
  const settings = {
    $schema: './node_modules/rpcloom/config.schema.json',
    ...configOf(wanted),
    ...(allowRemote && { allowRemote }),
  }
  const checked = checkConfig('(command line)', settings)
  if (checked.kind === 'faulty') return faulty(checked.findings)
  const { config } = checked

  const readFound = (): Promise<ReadApi> =>
    tree?.written === undefined ? readApi(root, config) : readTree(root, config, tree.written)
  const read = isEmpty ? await readStarter(config) : await readFound()
  if (read.api === undefined) return { kind: 'faulty', diagnostics: read.diagnostics }
  const own = new Map([
    ...(isEmpty ? [[starterPath, starterText] as const] : []),
    ...(tree?.written === undefined ? [] : [[rootPath, tree.written] as const]),
    ...workspaceFiles(wanted, read.api, read.diagnostics),
    ['rpcloom.config.json', `${JSON.stringify(settings, undefined, 2)}\n`],
  ])
  const manifest = workspaceManifest(textAt(root, 'package.json'), {
    name,
    workspaces: ['packages/*', ...(targets.includes('server') ? ['server'] : [])],
    scripts: scriptsOf(wanted),
    devDependencies: request.tools,
  })
  const findings = obstacles(root, own, request.force)
  if (manifest.kind === 'faulty') return faulty([...findings, manifest.finding])
  if (findings.length > 0) return faulty(findings)
  const readme = existsSync(join(root, 'README.md')) && !request.force
  const files = new Map([
    ...own,
    ['package.json', manifest.text],
    ['.gitignore', ignoreText(textAt(root, '.gitignore'))],
    ...(readme ? [] : [['README.md', readmeText(wanted)] as const]),
  ])
  const kept = readme ? ['README.md'] : []
  return { kind: 'planned', config, files, kept, diagnostics: read.diagnostics }
}

/** Writes the planned files. */
export function writeInit(root: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    makeFolders(dirname(join(root, path)))
    writeFileSync(join(root, path), text)
  }
}

function inputsOf(found: readonly string[]): readonly string[] {
  const isUsual = (path: string): boolean => /^openrpc\/[^/*?{[]+\.openrpc\.json$/.test(path)
  return found.every(isUsual) ? ['openrpc/*.openrpc.json'] : found
}

interface ReadApi {
  readonly api?: Api
  readonly diagnostics: readonly Diagnostic[]
}

async function readApi(root: string, config: Config): Promise<ReadApi> {
  const { loaded, diagnostics } = await load({ ...config, root })
  if (loaded === undefined) return { diagnostics }
  const built = buildApi(loaded, config)
  const all = [...diagnostics, ...built.diagnostics]
  return hasErrors(all) ? { diagnostics: all } : { api: built.api, diagnostics: all }
}

/** The starter document is not written yet. */
async function readStarter(config: Config): Promise<ReadApi> {
  const folder = mkdtempSync(join(tmpdir(), 'rpcloom-init-'))
  try {
    writeInit(folder, new Map([[starterPath, starterText]]))
    return await readApi(folder, config)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Reads a document with a temporary root file in the folder of its fragments. */
async function readTree(root: string, config: Config, text: string): Promise<ReadApi> {
  const path = join(root, rootPath)
  writeFileSync(path, text)
  try {
    return await readApi(root, config)
  } finally {
    rmSync(path)
  }
}

interface Tree {
  readonly input: FragmentInput
  /** Text of the root, if the folder has none. */
  readonly written?: string
}

/** Returns a document that is split into many files; undefined if there is a complete document. */
function treeIn(root: string, found: readonly string[]): Tree | undefined {
  const [only, ...others] = found
  if (others.length > 0 || (only !== undefined && !isBare(root, only))) return undefined
  const fragments = findFragments(root, isOutputPath)
  if (fragments === undefined) return undefined
  if (only !== undefined) return { input: { root: only, ...fragments } }
  return { input: { root: rootPath, ...fragments }, written: rootText(root) }
}

/** The root of a document in many files, with the facts of package.json. */
function rootText(root: string): string {
  const parsed = parseText('package.json', textAt(root, 'package.json') ?? '{}')
  const manifest = parsed.kind === 'faulty' || !isObject(parsed.json) ? {} : parsed.json
  const { name, version, description, license } = manifest
  const info = {
    title: typeof name === 'string' ? name : basename(root),
    version: typeof version === 'string' ? version : '0.1.0',
    ...(typeof description === 'string' && { description }),
    ...(typeof license === 'string' && { license: { name: license } }),
  }
  return `${JSON.stringify({ openrpc: '1.3.2', info }, undefined, 2)}\n`
}

/**
 * Returns existing files with different content that the workspace needs; with `--force`, those that are not
 * overwritten anyway.
 */
function obstacles(
  root: string,
  own: ReadonlyMap<string, string>,
  force: boolean,
): readonly Finding[] {
  const others = configNames.filter((name) => !own.has(name) && existsSync(join(root, name)))
  const taken = [...own].flatMap(([path, text]) => {
    const there = textAt(root, path)
    return there === undefined || there === text ? [] : [path]
  })
  const inTheWay = [...taken, ...others].filter((path) => !force || path === compilerOptions)
  return inTheWay.map((path): Finding => {
    const message = `${path} already exists.`
    const replace = path === compilerOptions ? '' : ', or pass --force to replace the file'
    const help = `Create the workspace in an empty folder: \`rpcloom init rpc --input FILE\`${replace}.`
    return { code: 'RL020', message, help, place: { file: path, pointer: '' } }
  })
}

function textAt(root: string, path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
}

function faulty(findings: readonly Finding[]): InitPlan {
  return { kind: 'faulty', diagnostics: toDiagnostics(findings, new Map()) }
}
