import { existsSync, readdirSync, realpathSync, statSync, watch, type FSWatcher } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { filesBelow, isAbsence } from '../output/files.ts'
import { lockName, readLock } from '../output/lock.ts'
import { prettierFiles } from '../output/prettier-configuration.ts'
import { isRemote } from '../load/read/paths.ts'
import { foldersOfGlob } from '../load/read/glob.ts'
import { isGlob } from '../json/path-pattern.ts'
import { globsOf } from '../load/assemble/fragment-tree.ts'
import { expandInputs, isRemoteInput } from '../load/read/inputs.ts'
import { isPath } from '../load/formats/modules.ts'
import type { FoundProject } from './project.ts'

/** Delay after a change in milliseconds, because editors write a file in several steps. */
const settleMs = 20
const longestMs = 500
/** Tolerance in milliseconds for file systems with coarse timestamps. */
const clockMs = 50

export interface Watched {
  readonly project: FoundProject
  /** Start time of the first run. A file that changed after this time causes another run. */
  readonly since: number
  /** Runs the generator again. Returns undefined if the configuration is invalid. */
  readonly again: () => Promise<FoundProject | undefined>
  /** Returns files that the last run read or looked for and that are not in the lock. */
  readonly alsoRead: () => readonly string[]
}

/** Calls `again` whenever an input changes, until the process ends. */
export async function watchInputs(watched: Watched): Promise<void> {
  const { project, since, again, alsoRead } = watched
  const folders = new Folders()
  folders.watch(interestsOf(project, alsoRead()), since)
  for (;;) {
    await folders.changed()
    const started = Date.now()
    const next = await again()
    if (next !== undefined) folders.watch(interestsOf(next, alsoRead()), started)
  }
}

/** File names to watch by folder. `undefined` means all names. */
type Interests = ReadonlyMap<string, ReadonlySet<string> | undefined>

/**
 * Returns the folders to watch. Files are not watched directly, because a file watcher stops working when the
 * file is replaced.
 */
function interestsOf(
  { project, configPath }: FoundProject,
  alsoRead: readonly string[],
): Interests {
  const { root, config } = project
  const lock = readLock(join(root, config.out, lockName))
  const read = lock.kind === 'lock' ? Object.keys(lock.lock.inputs) : []
  const { documents } = expandInputs(root, config.inputs)
  const guides = Object.values(config.targets).flatMap((target) => target.guides ?? [])
  const paths = [...config.inputs, ...guides].filter((input) => !isGlob(input))
  const { formats } = config
  const formatsFile = formats !== undefined && isPath(formats) ? [formats] : []
  const files = [...documents, ...paths, ...config.overlays, ...formatsFile, ...read, ...alsoRead]
    .filter((path) => !isRemote(path) && !isRemoteInput(path))
    .map((path) => resolve(root, path))
    .flatMap((path) => [path, ...realPathOf(path)])
  const fragments = (config.fragments ?? []).flatMap(globsOf).map(({ glob }) => glob)
  const globs = [
    ...[...config.inputs, ...guides].filter((input) => isGlob(input) && !isRemoteInput(input)),
    ...fragments,
  ]
  const templates = Object.values(config.targets).flatMap(({ templates: own }) =>
    own === undefined ? [] : foldersBelow(resolve(root, own)),
  )
  const out = resolve(root, config.out)
  const globbed = globs
    .flatMap((glob) => foldersOfGlob(root, glob))
    .map((folder) => join(root, folder))
    .filter((folder) => folder !== out && !folder.startsWith(out + sep))
  const own = configPath === undefined ? [] : [configPath]
  return merged([...files, ...prettierFiles(root), ...own], [...globbed, ...templates])
}

function realPathOf(path: string): readonly string[] {
  return existsSync(path) ? [realpathSync(path)] : []
}

function foldersBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [folder]
  return [folder, ...filesBelow(folder, /./).map((path) => dirname(join(folder, path)))]
}

/**
 * Combines files and folders to watch. For a missing path, the nearest existing parent folder is watched too.
 */
function merged(files: readonly string[], folders: readonly string[]): Interests {
  const names = new Map<string, Set<string> | undefined>()
  const add = (path: string): void => {
    const folder = dirname(path)
    const known = names.get(folder)
    if (!names.has(folder)) names.set(folder, new Set([basename(path)]))
    else known?.add(basename(path))
    if (folder !== path && !existsSync(folder)) add(folder)
  }
  for (const folder of folders) {
    names.set(folder, undefined)
    if (!existsSync(folder)) add(folder)
  }
  files.forEach(add)
  return names
}

/** File system watchers that stay open during a run, so that no edit is missed. */
class Folders {
  readonly #watchers = new Map<
    string,
    { readonly watcher: FSWatcher; readonly identity: string | undefined }
  >()
  #interests: Interests = new Map()
  #change = openLatch()
  #timer: NodeJS.Timeout | undefined
  #firstTouch: number | undefined

  /**
   * Replaces the folders to watch. For newly watched folders, changes after the time `since` also cause a
   * run.
   */
  watch(next: Interests, since: number): void {
    const before = this.#interests
    this.#interests = next
    // A folder that was removed and recreated needs a new watcher.
    for (const [folder, { identity }] of this.#watchers) {
      if (!next.has(folder) || identityOf(folder) !== identity) this.#close(folder)
    }
    for (const [folder, names] of next) {
      const isWatched = this.#watchers.has(folder)
      const unheard = isWatched ? added(before.get(folder), names) : names
      if (isWatched || this.#open(folder)) {
        if (isNewer(folder, unheard, since - clockMs)) this.#touch()
      } else if (!isAwaited(next, folder)) {
        // The folder has disappeared and no parent is watched, so trigger another run.
        this.#touch()
      }
    }
  }

  /** Resolves once a change has occurred since the last call and no further change follows for a moment. */
  async changed(): Promise<void> {
    await this.#change.opened
    this.#change = openLatch()
    this.#firstTouch = undefined
  }

  #touch(): void {
    this.#firstTouch ??= Date.now()
    clearTimeout(this.#timer)
    const rest = this.#firstTouch + longestMs - Date.now()
    this.#timer = setTimeout(() => this.#change.open(), Math.max(0, Math.min(settleMs, rest)))
  }

  #open(folder: string): boolean {
    try {
      const identity = identityOf(folder)
      const watcher = watch(folder, (event, name) => {
        const names = this.#interests.get(folder)
        // Node reports the removal of a watched folder as an event with the folder's own name.
        const own = event === 'rename' && name === basename(folder)
        if (name === null || names === undefined || names.has(name) || own) this.#touch()
      })
      // Once the folder is recreated, `watch` opens a new watcher.
      watcher.on('error', () => this.#close(folder))
      this.#watchers.set(folder, { watcher, identity })
      return true
    } catch (error) {
      if (isAbsence(error)) return false
      throw error
    }
  }

  #close(folder: string): void {
    this.#watchers.get(folder)?.watcher.close()
    this.#watchers.delete(folder)
  }
}

/** Whether the creation of a missing folder will be noticed, because its parent folder is watched. */
function isAwaited(interests: Interests, folder: string): boolean {
  const above = dirname(folder)
  return interests.has(above) && interests.get(above)?.has(basename(folder)) !== false
}

/** Returns the names that were not watched before. Their earlier changes may have been missed. */
function added(
  before: ReadonlySet<string> | undefined,
  names: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (before === undefined) return new Set()
  return names && new Set([...names].filter((name) => !before.has(name)))
}

/**
 * Returns an identity of a folder. The identity includes the creation time, because file systems reuse the
 * inode of a removed folder.
 */
function identityOf(folder: string): string | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.birthtimeMs}`
}

/**
 * Whether a watched file changed after the given time. If all names are watched, whether the folder itself
 * changed.
 */
function isNewer(folder: string, names: ReadonlySet<string> | undefined, since: number): boolean {
  const list = names ?? ['.', ...readdirSync(folder)]
  return [...list].some((name) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false })
    return stat !== undefined && stat.ctimeMs > since
  })
}

interface Latch {
  readonly opened: Promise<void>
  readonly open: () => void
}

function openLatch(): Latch {
  let open: () => void = () => undefined
  const opened = new Promise<void>((done) => {
    open = done
  })
  return { opened, open: () => open() }
}
