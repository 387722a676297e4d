import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { isRemote } from './load/files.ts'
import { fragmentFiles } from './load/fragments/files.ts'
import { expandInputs } from './load/inputs.ts'
import { formatterFor, type Formatter } from './emit/format.ts'
import {
  filesBelow,
  hashOf,
  hashOfFile,
  hashOfContents,
  hashOfLines,
  modulesOf,
  readIfThere,
  withoutReturns,
} from './emit/hash.ts'
import type { Lock } from './emit/lock.ts'
import { pinsOf } from './load/pins.ts'
import { isPath, manifestOf, moduleEntry } from './load/modules.ts'
import { ownTargets } from './own-targets.ts'
import type { Project } from './project.ts'

/**
 * Hashes of everything that determines the output besides the documents: equal stamps and documents give equal
 * output.
 */
export interface Stamp {
  readonly generator: string
  readonly formatter: Formatter
  readonly config: string
}

/** Hash of a referenced file that does not exist. */
export const absentHash = 'absent'

/** Compiled or source, like this module. */
const engineEntry = fileURLToPath(new URL(`./pipeline${extname(import.meta.url)}`, import.meta.url))
/** Modules that only targets import. */
const emitEntry = fileURLToPath(new URL(`./emit/index${extname(import.meta.url)}`, import.meta.url))
const engineManifest = fileURLToPath(new URL('../package.json', import.meta.url))
/** Templates, assets, and sources that a target bundles for browsers. */
const asset = /\.(hbs|css|js|svg|md|ts)$/

/** Location of the targets' code and templates. */
export interface TargetsCode {
  /** Module that exports the registry. */
  readonly entry: string
  /** Folder with all templates and assets. */
  readonly folder: string
}

/** Computes the stamp of a run without loading any target, ts-morph or prettier. */
export function stampOf(
  { root, config, targetsCode }: Pick<Project, 'root' | 'config' | 'targetsCode'>,
  loaded?: LoadedCode,
): Stamp {
  const overrides = Object.values(config.targets).flatMap(({ templates }) =>
    templates === undefined ? [] : [resolve(root, templates)],
  )
  const assets = [targetsCode.folder, ...overrides].map(assetsOf)
  const hashes = [
    ...moduleHashes(targetsCode, loaded),
    ...assets.map(hashOfContents),
    ...[...ownCode(root, config), ...formatsCode(root, config)].map(hashOfContents),
  ]
  return {
    generator: hashOf([...hashes, runtimeVersion()].join('\n')),
    formatter: formatterFor(root, config.format),
    config: hashOf(JSON.stringify({ ...config, lint: undefined })),
  }
}

/**
 * Hashes of the targets' code by entry: a process runs the code that it loaded first, even if the files
 * change.
 */
export type LoadedCode = Map<string, readonly string[]>

function moduleHashes({ entry }: TargetsCode, loaded: LoadedCode | undefined): readonly string[] {
  const known = loaded?.get(entry)
  if (known !== undefined) return known
  const hashes = [
    modulesOf(engineEntry, emitEntry),
    new Map([['package.json', readFileSync(engineManifest)]]),
    modulesOf(entry),
  ].map(hashOfContents)
  loaded?.set(entry, hashes)
  return hashes
}

/** Files of custom targets: modules, templates next to them, and a package's manifest with its version. */
function ownCode(root: string, config: Config): readonly ReadonlyMap<string, Uint8Array>[] {
  const out = resolve(root, config.out) + sep
  return ownTargets(root, config).flatMap(({ module, entry }) => {
    if (entry === undefined) return []
    const built = dirname(entry)
    const folder = basename(built) === 'dist' ? dirname(built) : built
    // A module in a parent folder of the output would have the output among its assets.
    const isAbove = out.startsWith(folder + sep)
    // The manifest of the workspace changes for other reasons.
    const manifest = isPath(module) ? undefined : manifestOf(entry)
    return [
      modulesOf(entry),
      ...(isAbove ? [] : [assetsOf(folder)]),
      ...(manifest === undefined ? [] : [new Map([['package.json', readFileSync(manifest)]])]),
    ]
  })
}

/** The module of the custom formats; for a package also its manifest with its version. */
function formatsCode(
  root: string,
  { formats }: Config,
): readonly ReadonlyMap<string, Uint8Array>[] {
  const entry = formats === undefined ? undefined : moduleEntry(root, formats).entry
  if (formats === undefined || entry === undefined) return []
  if (isPath(formats)) return [new Map([[formats, readFileSync(entry)]])]
  const manifest = manifestOf(entry)
  return [
    modulesOf(entry),
    ...(manifest === undefined ? [] : [new Map([['package.json', readFileSync(manifest)]])]),
  ]
}

function assetsOf(folder: string): ReadonlyMap<string, Uint8Array> {
  const entries = filesBelow(folder, asset).map((path) => {
    const text = withoutReturns(readFileSync(join(folder, path), 'utf8'))
    return [path, Buffer.from(text)] as const
  })
  return new Map(entries)
}

/** Version of the runtime for emitted packages: the one that the generator was built with. */
export function runtimeVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('@rpcloom/rpc/package.json')
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version)
  }
  throw new Error('@rpcloom/rpc has no version in its package.json.')
}

/** Returns hashes of code, settings and documents, on which derived files depend. */
export function derivationOf(
  { generator, formatter, config }: Stamp,
  lock: Pick<Lock, 'documents' | 'inputs'>,
): { readonly code: string; readonly input: string } {
  const inputs = Object.entries(lock.inputs).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    code: hashOf([generator, formatter.key, config].join('\n')),
    input: hashOf(JSON.stringify([lock.documents, inputs])),
  }
}

/** Whether the inputs and the generator are unchanged since the last run. */
export function isSameInput(root: string, config: Config, stamp: Stamp, lock: Lock): boolean {
  if (lock.generator !== stamp.generator || lock.config !== stamp.config) return false
  if (lock.formatter !== stamp.formatter.key) return false
  const { documents, findings } = expandInputs(root, config.inputs)
  if (findings.length > 0 || documents.join('\n') !== lock.documents.join('\n')) return false
  // A new fragment is a file that the last run did not read.
  const fragments = (config.fragments ?? []).flatMap((tree) => fragmentFiles(root, tree))
  if (fragments.some(({ files }) => files.some((file) => lock.inputs[file] === undefined)))
    return false
  const pins = pinsOf(config.inputs, config.fragments)
  return Object.entries(lock.inputs).every(
    // The content of a pinned address cannot change, and its digest is part of the configuration.
    ([path, hash]) => pins.has(path) || hash === inputHash(root, path),
  )
}

/** As `hashOfLines`, without the byte order mark, which reading removes. */
function inputHash(root: string, path: string): string | undefined {
  // Remote documents can only be compared by downloading them, as a full run does.
  if (isRemote(path)) return undefined
  const bytes = readIfThere(resolve(root, path))
  if (bytes === undefined) return absentHash
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return hashOfLines(hasMark ? bytes.subarray(3) : bytes)
}

/** A file of the lock that changed since the last run. */
export interface Drift {
  readonly path: string
  readonly state: 'missing' | 'edited'
}

/** Compares the files of the lock with the disk. */
export function driftOf(out: string, lock: Lock): readonly Drift[] {
  return Object.entries(lock.files).flatMap(([path, { final }]): readonly Drift[] => {
    const hash = hashOfFile(join(out, path))
    if (hash === final) return []
    return [{ path, state: hash === undefined ? 'missing' : 'edited' }]
  })
}
