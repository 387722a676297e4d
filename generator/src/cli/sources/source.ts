import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import type { Config } from '../../engine/config.ts'
import { findConfig, nearestConfig, readConfig } from '../../engine/config-file.ts'
import { toDiagnostics, type Diagnostic, type Finding } from '../../diagnostics/diagnostics.ts'
import { globsOf } from '../../load/assemble/fragment-tree.ts'
import { isPath } from '../../load/formats/modules.ts'
import { isRemoteInput } from '../../load/read/inputs.ts'
import type { LoadedFormats, LoadOptions } from '../../load/index.ts'
import { checkOut, isRevision, isShallow, type CheckedOut } from '../../engine/revision.ts'

/** Documents that an argument names, with the options for loading them. */
export type Source =
  | {
      readonly kind: 'source'
      readonly options: LoadOptions
      /** npm scope of the packages, from the configuration. It does not affect the names of types. */
      readonly scope: string
      /** The configuration of a folder; absent if the folder has none. */
      readonly config?: Config
      /** Deletes temporary files. */
      readonly dispose: () => void
    }
  | { readonly kind: 'faulty'; readonly diagnostics: readonly Diagnostic[] }

/** Loading options from the command line, and the folder to which arguments are relative. */
export type SourceFlags = Pick<LoadOptions, 'allowUnresolved' | 'allowOutside'> & {
  readonly cwd?: string
  /** Name of the configuration file to prefer in a folder. */
  readonly configName?: string
  readonly workspace?: Workspace
}

/**
 * The project that the user selected. If it is set, the argument comes from somebody else: only data in the working
 * directory and in revisions is read, no program is run, and the formats are those of the project.
 */
export interface Workspace {
  readonly root: string
  readonly config: Config
  readonly formats?: LoadedFormats
}

/**
 * Returns the documents that an argument names. The argument may be a file, a folder (the inputs of its
 * configuration, or every document in it), a URL (of a document, or of a running service that supports
 * `rpc.discover`), a git revision, or `REVISION:PATH`. `PATH` is relative to the working directory. If it
 * does not exist there, it is relative to the root of the repository, as in git.
 */
export async function sourceOf(
  word: string,
  { cwd = process.cwd(), ...flags }: SourceFlags = {},
): Promise<Source> {
  // An empty argument, such as an empty variable in a script, must not select the current folder.
  if (word.trim() === '')
    return faulty('The argument for the documents is empty.', '(command line)')
  const { workspace } = flags
  if (isRemoteInput(word))
    return workspace ? untrusted(word, 'is a URL') : remote(word, { ...flags, cwd })
  if (workspace && resolve(cwd, word) === workspace.root)
    return ofConfig(workspace.root, workspace.config, { flags, folders: [cwd] })
  // Do not use `resolve`: for `HEAD:../..` `resolve` would return the working directory.
  if (existsSync(isAbsolute(word) ? word : `${cwd}${sep}${word}`)) {
    const path = resolve(cwd, word)
    if (workspace && !isBelow(realpathSync(cwd), realpathSync(path)))
      return untrusted(word, 'is outside the working directory')
    return local(path, { flags, around: cwd })
  }
  const colon = word.indexOf(':')
  const [revision, inside] = colon < 0 ? [word, ''] : [word.slice(0, colon), word.slice(colon + 1)]
  if (!isRevision(revision, cwd)) {
    const shallow = isShallow(cwd) ? ' (a shallow clone may lack the revision)' : ''
    return faulty(`${word} is not a file, folder, URL or git revision${shallow}.`, word)
  }
  const checkedOut = checkOut(revision, cwd)
  const source = await within(checkedOut, inside, { flags, word })
  if (source.kind === 'source') return { ...source, dispose: checkedOut.dispose }
  checkedOut.dispose()
  return source
}

/** Returns the documents at a path of a revision. The path must be inside the repository. */
async function within(
  { top, folder }: CheckedOut,
  inside: string,
  { flags, word }: { readonly flags: SourceFlags; readonly word: string },
): Promise<Source> {
  const at = [resolve(folder, inside), resolve(top, inside)].find(
    (path) => isBelow(top, path) && existsSync(path),
  )
  if (at !== undefined) return local(at, { flags, around: folder })
  return faulty(`The revision ${word.slice(0, word.indexOf(':'))} has no ${inside}.`, word)
}

function isBelow(top: string, path: string): boolean {
  const way = relative(top, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

const nothing = (): void => undefined

function remote(
  word: string,
  { cwd, ...flags }: SourceFlags & { readonly cwd: string },
): Promise<Source> {
  return withFormats({ root: cwd, inputs: [word], allowRemote: true }, cwd, flags)
}

/**
 * Returns documents that have no configuration, with the custom formats of the configuration in `around` or above it:
 * formats determine the types of values in programs.
 */
async function withFormats(
  of: LoadOptions,
  around: string,
  { configName, workspace, ...allowed }: SourceFlags,
): Promise<Source> {
  const options = { ...allowed, ...of, ...(workspace && confinedTo(workspace)) }
  const source = { kind: 'source', options, scope: '@diff', dispose: nothing } as const
  if (workspace) return source
  const named = configName === undefined ? undefined : resolve(around, configName)
  const path = named !== undefined && existsSync(named) ? named : nearestConfig(around)
  if (path === undefined) return source
  const read = await readConfig(path)
  if (read.kind === 'faulty') return read
  const { formats } = read.config
  if (formats === undefined) return source
  const module = isPath(formats) ? resolve(read.root, formats) : formats
  return { ...source, options: { ...options, formats: module } }
}

/**
 * Returns the documents of a file or folder. References may point to files in the same folder and in
 * `around`, the working directory.
 */
async function local(
  path: string,
  { flags, around }: { readonly flags: SourceFlags; readonly around: string },
): Promise<Source> {
  const folders = [around]
  const { configName, workspace } = flags
  if (!statSync(path).isDirectory())
    return withFormats({ root: dirname(path), inputs: [basename(path)], folders }, around, flags)
  const named = configName === undefined ? undefined : resolve(path, configName)
  const configuration = named !== undefined && existsSync(named) ? named : findConfig(path)
  if (configuration === undefined) {
    const inputs = documentsIn(path)
    if (inputs.length === 0) return faulty(`No OpenRPC document found in ${path}.`, path)
    return withFormats({ root: path, inputs, folders }, around, flags)
  }
  if (workspace && !configuration.endsWith('.json'))
    return untrusted(basename(configuration), 'is a program')
  const read = await readConfig(configuration)
  if (read.kind === 'faulty') return read
  if (!workspace) return ofConfig(read.root, read.config, { flags, folders })
  const { formats: _, ...config } = read.config
  const outside = pathsIn(config).find((one) =>
    [around, path].every((folder) => !isBelow(folder, resolve(path, one))),
  )
  if (outside !== undefined)
    return untrusted(basename(configuration), `has the path ${outside} outside of it`)
  const source = ofConfig(
    read.root,
    { ...config, allowRemote: false, allowOutside: false },
    { flags, folders },
  )
  return { ...source, options: { ...source.options, ...confinedTo(workspace) } }
}

/** Returns the paths that are read for a configuration. A glob is shortened to the folder where the search starts. */
function pathsIn({ inputs, overlays, out, fragments = [] }: Config): readonly string[] {
  const globs = fragments.flatMap(globsOf).map(({ glob }) => glob)
  return [...inputs, ...overlays, ...globs, out].map((one) => one.replace(/[*?{[].*$/s, ''))
}

/** Returns the documents of a configuration. */
function ofConfig(
  root: string,
  config: Config,
  { flags, folders }: { readonly flags: SourceFlags; readonly folders: readonly string[] },
): Extract<Source, { readonly kind: 'source' }> {
  const { inputs, overlays, scope, allowUnresolved, allowRemote, allowOutside } = config
  const { formats } = flags.workspace ?? {}
  const options = {
    root,
    inputs,
    overlays,
    folders,
    allowRemote,
    allowUnresolved: allowUnresolved || flags.allowUnresolved === true,
    allowOutside: allowOutside || flags.allowOutside === true,
    ...(formats && { formats }),
  }
  return { kind: 'source', options, scope, config, dispose: nothing }
}

/** Returns the options by which documents that somebody else chose are loaded. */
function confinedTo({ formats }: Workspace): Pick<LoadOptions, 'isConfined' | 'formats'> {
  return { isConfined: true, ...(formats && { formats }) }
}

/**
 * Returns the files in a folder and its subfolders that are called `openrpc.json` or similar. If there are
 * none, returns the JSON and YAML files directly in the folder.
 */
function documentsIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/(^|[/\\])(node_modules|\.git)[/\\]/.test(name) && /\.(json|ya?ml)$/i.test(name),
  )
  const named = names.filter((name) => /(^|[./\\])openrpc\.(json|ya?ml)$/i.test(name))
  return (named.length > 0 ? named : names.filter((name) => !/[/\\]/.test(name)))
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
}

/** Rejects what is not data in the working directory, if somebody else than the user chose it. */
function untrusted(word: string, problem: string): Source {
  return faulty(
    `${word} ${problem}, and only data in the working directory is read.`,
    word,
    'RL016',
  )
}

function faulty(message: string, word: string, code: Finding['code'] = 'RL004'): Source {
  const finding = { code, message, place: { file: word, pointer: '' } } as const
  return { kind: 'faulty', diagnostics: toDiagnostics([finding], new Map()) }
}
