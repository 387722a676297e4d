import { readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { isRemote } from '../load/files.ts'
import { fragmentFiles } from '../load/fragments/files.ts'
import { expandInputs } from '../load/inputs.ts'
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
import { runtimeFolder } from './runtime.ts'
import { pinsOf } from '../load/pins.ts'
import { isInstalled, versionOf } from '../load/modules.ts'
import { projectCode } from './project-code.ts'
import type { Project } from './project.ts'

/**
 * Everything besides the documents that determines the output. Equal stamps and documents give equal output.
 */
export interface Stamp {
  /** Name and version of the generator, which identify the code of an installed package. */
  readonly generator: string
  /**
   * Hash of the generator's code if the generator runs from its repository. It is not in the lock, so that
   * branches that change the generator can be merged without conflicts.
   */
  readonly checkout?: string
  readonly formatter: Formatter
  readonly config: string
  /** Hashes of the project's own targets, formats and templates, by path from the project root. */
  readonly code: Readonly<Record<string, string>>
}

/** Hash of a referenced file that does not exist. */
export const absentHash = 'absent'

/** Path of the pipeline: compiled if this module is compiled, else its source. */
const engineEntry = fileURLToPath(new URL(`./pipeline${extname(import.meta.url)}`, import.meta.url))
/** Path of the modules that only targets import. */
const codegenEntry = fileURLToPath(
  new URL(`../codegen/index${extname(import.meta.url)}`, import.meta.url),
)
/** Read only once, because an update must not change the version of a running process. */
const generator = versionOf(fileURLToPath(new URL('../../package.json', import.meta.url)))
/** Location of the targets' code and templates. */
export interface TargetsCode {
  /** Module that exports the registry. */
  readonly entry: string
  readonly folder: string
}

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
      hashOfContents(assetsOf(join(runtimeFolder(), 'src'))),
    ].join('\n'),
  )
}

/**
 * Hashes of modules by entry, computed once: a process runs the code that it loaded first, even if the files
 * change.
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
 * Returns the hashes that derived files depend on: of code and settings, and of the lock, which contains all
 * inputs.
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
 * Whether this code made the output. An installed generator is identified by the version in the lock. The
 * code of a checkout is only recorded in the manifests of derived folders.
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
  if (findings.length > 0 || documents.join('\n') !== lock.documents.join('\n')) return false
  // A new fragment or template was not read by the last run, so it is not in the lock.
  const fragments = (config.fragments ?? []).flatMap((tree) => fragmentFiles(root, tree))
  const files = [...fragments.flatMap((one) => one.files), ...Object.keys(stamp.code)]
  if (files.some((file) => lock.inputs[file] === undefined)) return false
  const pins = pinsOf(config.inputs, config.fragments)
  return Object.entries(lock.inputs).every(
    // The content of a pinned address cannot change, and its digest is part of the configuration.
    ([path, hash]) => pins.has(path) || hash === (stamp.code[path] ?? inputHash(root, path)),
  )
}

/**
 * Returns the hash of an input like `hashOfLines`, without the byte order mark, which is also removed when
 * the input is read.
 */
function inputHash(root: string, path: string): string | undefined {
  // A remote document can only be compared by downloading it, and a full run does that anyway.
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
