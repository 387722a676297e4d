import { readFileSync } from 'node:fs'
import { visibleJson } from '@rpcloom/schema/internal'
import { sidesOf } from './conflict.ts'
import { unlessAbsent } from './files.ts'
import { withoutReturns } from '../json/hash.ts'
import { pathFault } from './output-paths.ts'
import { isObject } from '../json/members.ts'

/** Name of the lock file, which is in the output folder and is committed with the output. */
export const lockName = 'rpcloom.lock.json'

const formatVersion = 1

export interface Lock {
  readonly generator: string
  /** Name and version of the formatter, and the hash of its options. */
  readonly formatter: string
  /** Hash of the configuration and of the versions of the packages that the configuration refers to. */
  readonly config: string
  /** Paths of the documents, in the order of the configuration's inputs. */
  readonly documents: readonly string[]
  /** Hash of every input file by path from the project root: documents, overlays, and the project's own code. */
  readonly inputs: Readonly<Record<string, string>>
  /** Every committed output file by path from the output folder. */
  readonly files: Readonly<Record<string, LockedFile>>
  /** Folders of derived files. Each has its own manifest. */
  readonly derived: readonly string[]
  /** Digest of each method by group key and method name, to detect API changes without the old documents. */
  readonly api: Readonly<Record<string, string>>
  /**
   * How method names are split, by group key: the separators, `*` if a name is split more than once, and the
   * prefix that is dropped.
   */
  readonly splits?: Readonly<Record<string, string>>
  /** Names of methods that do not follow from their split names, by group key and method name. */
  readonly names?: Readonly<Record<string, string>>
}

export interface LockedFile {
  /** Hash of the file before formatting. */
  readonly raw: string
  /** Hash of the file as written. */
  readonly final: string
}

export type LockState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'lock'
      readonly lock: Lock
      readonly text: string
      /**
       * Files that differ between the two sides of a lock with conflict markers. Present only for such a lock,
       * whose entries are those of both sides.
       */
      readonly merged?: ReadonlySet<string>
    }
  | { readonly kind: 'damaged'; readonly reason: string }

export function readLock(path: string): LockState {
  const text = unlessAbsent(() => readFileSync(path, 'utf8'))
  return text === undefined ? { kind: 'none' } : parseLock(withoutReturns(text))
}

/** Parses and validates a lock file, which may have conflict markers of git. */
export function parseLock(text: string): LockState {
  const sides = sidesOf(text)
  if (sides === undefined) return parseWhole(text)
  const [ours, theirs] = sides.map(parseWhole)
  if (ours?.kind !== 'lock' || theirs?.kind !== 'lock') return ours ?? parseWhole(text)
  return { kind: 'lock', text, ...union(ours.lock, theirs.lock) }
}

function union(
  ours: Lock,
  theirs: Lock,
): { readonly lock: Lock; readonly merged: ReadonlySet<string> } {
  const files = { ...theirs.files, ...ours.files }
  const lock = {
    ...ours,
    files,
    derived: [...new Set([...ours.derived, ...theirs.derived])],
    api: { ...theirs.api, ...ours.api },
    splits: { ...theirs.splits, ...ours.splits },
    names: { ...theirs.names, ...ours.names },
  }
  const merged = Object.keys(files).filter(
    (path) => ours.files[path]?.final !== theirs.files[path]?.final,
  )
  return { lock, merged: new Set(merged) }
}

function parseWhole(text: string): LockState {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'damaged', reason: error.message }
    throw error
  }
  if (!isObject(json)) return { kind: 'damaged', reason: 'it is not an object' }
  if (json['lock'] !== formatVersion) {
    return { kind: 'damaged', reason: `its format is not ${formatVersion}` }
  }
  const { generator, formatter, config, documents, inputs, files, api } = json
  // Earlier versions of the generator did not write these members.
  const { derived = [], splits = {}, names = {} } = json
  const sound =
    [generator, formatter, config].every((value) => typeof value === 'string') &&
    [documents, derived].every(isTexts) &&
    [inputs, files, api, splits, names].every(isTextRecord)
  if (!sound) return { kind: 'damaged', reason: 'a member is missing or of the wrong type' }
  // Files in the lock that are no longer emitted will be deleted, so paths outside the output folder must be
  // rejected.
  const named = [
    ...Object.keys(isTextRecord(files) ? files : {}),
    ...(isTexts(derived) ? derived : []),
  ]
  const stray = named.find((path) => pathFault(path))
  if (stray !== undefined) {
    return { kind: 'damaged', reason: `${JSON.stringify(stray)} is not the path of an output` }
  }
  return { kind: 'lock', text, lock: toLock(json) }
}

/** Converts JSON to a lock. `parseLock` must have validated every member. */
function toLock(json: Readonly<Record<string, unknown>>): Lock {
  const texts = (key: string): Readonly<Record<string, string>> => {
    const value = json[key]
    return isTextRecord(value) ? value : {}
  }
  const list = (key: string): readonly string[] => {
    const value = json[key]
    return isTexts(value) ? value : []
  }
  return {
    generator: String(json['generator']),
    formatter: String(json['formatter']),
    config: String(json['config']),
    documents: list('documents'),
    inputs: texts('inputs'),
    files: mapValues(texts('files'), parseFile),
    derived: list('derived'),
    api: texts('api'),
    ...(json['splits'] !== undefined && { splits: texts('splits') }),
    ...(json['names'] !== undefined && { names: texts('names') }),
  }
}

function parseFile(text: string): LockedFile {
  const [raw = '', final = raw] = text.split(' ')
  return { raw, final }
}

function printFile({ raw, final }: LockedFile): string {
  return `${raw} ${final}`
}

/** Returns the text of a lock file. The entries are sorted, one per line, so that branches merge cleanly. */
export function printLock(lock: Lock): string {
  const json = {
    lock: formatVersion,
    generator: lock.generator,
    formatter: lock.formatter,
    config: lock.config,
    documents: lock.documents,
    inputs: sorted(lock.inputs),
    files: sorted(mapValues(lock.files, printFile)),
    derived: lock.derived.toSorted(),
    api: sorted(lock.api),
    splits: lock.splits && sorted(lock.splits),
    names: lock.names && sorted(lock.names),
  }
  return `${visibleJson(JSON.stringify(json, undefined, 2))}\n`
}

function sorted(record: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  to: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((inner) => typeof inner === 'string')
}

function isTextRecord(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((inner) => typeof inner === 'string')
}
