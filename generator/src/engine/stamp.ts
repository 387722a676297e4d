import { readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shownFile } from '../codegen/shown-file.ts'
import type { Config } from './config.ts'
import { isRemote } from '../load/read/paths.ts'
import { fragmentFiles } from '../load/assemble/fragment-files.ts'
import { expandInputs } from '../load/read/inputs.ts'
import { readManifest } from '../output/manifest.ts'
import { formatterFor, type Formatter } from '../output/format.ts'
import {
  asset,
  filesBelow,
  hashOfFile,
  hashOfContents,
  modulesOf,
  readIfThere,
} from '../output/files.ts'
import { hashOf, hashOfLines, withoutReturns } from '../json/hash.ts'
import type { Lock } from '../output/lock.ts'
import { runtimeFolder, runtimePackages } from './runtime.ts'
import { pinsOf } from '../load/read/pinned.ts'
import { isInstalled, versionOf } from '../load/formats/modules.ts'
import { projectCode } from './project-code.ts'
import type { Project, TargetsCode } from './project.ts'

/** Everything that determines the output apart from the documents. */
export interface Stamp {
  /** Name and version of the generator. For an installed package, they identify its code. */
  readonly generator: string
  /**
   * Hash of the generator's code if it runs from its repository. The lock does not contain the hash, so that
   * branches that change the generator can be merged without conflicts.
   */
  readonly checkout?: string
  readonly formatter: Formatter
  readonly config: string
  /** Hashes of the project's own targets, custom formats and templates, by path from the project root. */
  readonly code: Readonly<Record<string, string>>
}

/** Hash of a referenced file that does not exist. */
export const absentHash = 'absent'

/** Path of the pipeline module: a `.js` file if this module is compiled, otherwise a `.ts` file. */
const engineEntry = fileURLToPath(new URL(`./pipeline${extname(import.meta.url)}`, import.meta.url))
/**
 * Path of the entry module of `codegen`. Some of its code is only imported by targets, so it is not reachable
 * from the pipeline module.
 */
const codegenEntry = fileURLToPath(
  new URL(`../codegen/index${extname(import.meta.url)}`, import.meta.url),
)
/** Read once at startup, because an update must not change the version of a running process. */
const generator = versionOf(fileURLToPath(new URL('../../package.json', import.meta.url)))
/** Computes the stamp of a run without loading any target, ts-morph or prettier. */
export function stampOf({
  root,
  config,
  targetsCode,
}: Pick<Project, 'root' | 'config' | 'targetsCode'>): Stamp {
  const { files, packages } = projectCode(root, config)
  const checkout = [engineEntry, targetsCode.entry].every(isInstalled)
    ? undefined
    : checkoutOf(targetsCode)
  return {
    generator,
    ...(checkout !== undefined && { checkout }),
    formatter: formatterFor(root, config.format),
    config: hashOf(JSON.stringify([{ ...config, lint: undefined }, packages.map(versionOf)])),
    code: files,
  }
}

function checkoutOf({ entry, folder }: TargetsCode): string {
  return hashOf(
    [
      ...modulesOnce(entry),
      hashOfContents(assetsOf(folder)),
      ...runtimePackages.map((name) => hashOfContents(assetsOf(join(runtimeFolder(name), 'src')))),
    ].join('\n'),
  )
}

/**
 * Cached hashes of modules by entry. A running process never uses changed files, because its modules are
 * already loaded.
 */
const modules = new Map<string, readonly string[]>()

function modulesOnce(entry: string): readonly string[] {
  const known = modules.get(entry)
  if (known !== undefined) return known
  const hashes = [modulesOf(engineEntry, codegenEntry), modulesOf(entry)].map(hashOfContents)
  modules.set(entry, hashes)
  return hashes
}

function assetsOf(folder: string): ReadonlyMap<string, Uint8Array> {
  const entries = filesBelow(folder, asset).map((path) => {
    const text = withoutReturns(readFileSync(join(folder, path), 'utf8'))
    return [path, Buffer.from(text)] as const
  })
  return new Map(entries)
}

/**
 * Returns the two hashes that derived files depend on. `code` covers the generator, the settings, and the
 * project's own targets, formats and templates. `input` covers the lock file, which contains the hashes of
 * the documents.
 */
export function derivationOf(
  { generator: version, checkout, formatter, config, code }: Stamp,
  lockText: string,
): { readonly code: string; readonly input: string } {
  return {
    code: hashOf(JSON.stringify([version, checkout, formatter.key, config, code])),
    input: hashOf(lockText),
  }
}

/**
 * Whether this version of the generator wrote the output. For an installed generator, the version in the lock
 * decides. A generator that runs from its repository also compares the hash of its code, which is only
 * recorded in the manifests of derived folders.
 */
export function isSameCode(
  out: string,
  stamp: Stamp,
  { lock, text }: { readonly lock: Lock; readonly text: string },
): boolean {
  if (lock.generator !== stamp.generator) return false
  if (stamp.checkout === undefined) return true
  const { code, input } = derivationOf(stamp, text)
  return lock.derived.some((folder) => {
    const found = readManifest(out, folder)
    return found?.code === code && found.input === input
  })
}

/** Whether settings, documents and the project's own code are unchanged since the last run. */
export function isSameInput(root: string, config: Config, stamp: Stamp, lock: Lock): boolean {
  if (lock.config !== stamp.config || lock.formatter !== stamp.formatter.key) return false
  const { documents, findings } = expandInputs(root, config.inputs)
  const shown = documents.map(shownFile)
  if (findings.length > 0 || shown.join('\n') !== lock.documents.join('\n')) return false
  // A new fragment or template is not in the lock, because the last run did not read it.
  const fragments = (config.fragments ?? []).flatMap((tree) => fragmentFiles(root, tree))
  const files = [...fragments.flatMap((one) => one.files), ...Object.keys(stamp.code)]
  if (files.some((file) => lock.inputs[file] === undefined)) return false
  const pins = new Set([...pinsOf(config.inputs, config.fragments).keys()].map(shownFile))
  return Object.entries(lock.inputs).every(
    // A URL with a pinned digest has the same content as long as the configuration is unchanged.
    ([path, hash]) => pins.has(path) || hash === (stamp.code[path] ?? inputHash(root, path)),
  )
}

/** Returns the hash of an input, computed like `hashOfLines` of the text without its byte order mark. */
function inputHash(root: string, path: string): string | undefined {
  // A remote document would have to be downloaded, which a full run does anyway.
  if (isRemote(path)) return undefined
  const bytes = readIfThere(resolve(root, path))
  if (bytes === undefined) return absentHash
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return hashOfLines(hasMark ? bytes.subarray(3) : bytes)
}

export interface Drift {
  readonly path: string
  readonly state: 'missing' | 'edited'
}

export function driftOf(out: string, lock: Lock): readonly Drift[] {
  return Object.entries(lock.files).flatMap(([path, { final }]): readonly Drift[] => {
    const hash = hashOfFile(join(out, path))
    if (hash === final) return []
    return [{ path, state: hash === undefined ? 'missing' : 'edited' }]
  })
}
