import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import type { Config } from '../../engine/config.ts'
import { findConfig, nearestConfig, readConfig } from '../../engine/config-file.ts'
import { toDiagnostics, type Diagnostic } from '../../diagnostics/diagnostics.ts'
import { isPath } from '../../load/formats/modules.ts'
import { isRemoteInput } from '../../load/read/inputs.ts'
import type { LoadOptions } from '../../load/index.ts'
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
  if (isRemoteInput(word)) return remote(word, { ...flags, cwd })
  // Do not use `resolve`: for `HEAD:../..` `resolve` would return the working directory.
  if (existsSync(isAbsolute(word) ? word : `${cwd}${sep}${word}`)) {
    return local(resolve(cwd, word), { flags, around: cwd })
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
  { cwd, configName, ...flags }: SourceFlags & { readonly cwd: string },
): Promise<Source> {
  const options = { ...flags, root: cwd, inputs: [word], allowRemote: true }
  return withFormats(options, cwd, configName)
}

/**
 * Returns documents that have no configuration, with the custom formats of the configuration in `around` or above it:
 * formats determine the types of values in programs.
 */
async function withFormats(
  options: LoadOptions,
  around: string,
  configName: string | undefined,
): Promise<Source> {
  const source = { kind: 'source', options, scope: '@diff', dispose: nothing } as const
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
  const { configName, ...allowed } = flags
  if (!statSync(path).isDirectory()) {
    const options = { ...allowed, root: dirname(path), inputs: [basename(path)], folders }
    return withFormats(options, around, configName)
  }
  const named = configName === undefined ? undefined : resolve(path, configName)
  const configuration = named !== undefined && existsSync(named) ? named : findConfig(path)
  if (configuration === undefined) {
    const inputs = documentsIn(path)
    if (inputs.length === 0) return faulty(`No OpenRPC document found in ${path}.`, path)
    return withFormats({ ...allowed, root: path, inputs, folders }, around, configName)
  }
  const read = await readConfig(configuration)
  if (read.kind === 'faulty') return read
  const { inputs, overlays, scope, allowUnresolved, allowRemote, allowOutside } = read.config
  const options = {
    root: read.root,
    inputs,
    overlays,
    folders,
    allowRemote,
    allowUnresolved: allowUnresolved || flags.allowUnresolved === true,
    allowOutside: allowOutside || flags.allowOutside === true,
  }
  return { kind: 'source', options, scope, config: read.config, dispose: nothing }
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

function faulty(message: string, word: string): Source {
  const finding = { code: 'RL004', message, place: { file: word, pointer: '' } } as const
  return { kind: 'faulty', diagnostics: toDiagnostics([finding], new Map()) }
}
