import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { findConfig, readConfig } from '../../config-file.ts'
import { toDiagnostics, type Diagnostic } from '../../diagnostics.ts'
import { isRemoteInput } from '../../load/inputs.ts'
import type { LoadOptions } from '../../load/index.ts'
import { checkOut, isRevision } from './revision.ts'

/** Documents that someone named, ready to be loaded. */
export type Source =
  | {
      readonly kind: 'source'
      readonly options: LoadOptions
      /** npm scope of the configuration; names do not depend on it. */
      readonly scope: string
      /** The configuration, where the word leads to a folder that has one. */
      readonly config?: Config
      /** Removes what was written for this source alone. */
      readonly dispose: () => void
    }
  | { readonly kind: 'faulty'; readonly diagnostics: readonly Diagnostic[] }

/** What a command line allows of the documents. */
type Flags = Pick<LoadOptions, 'allowUnresolved' | 'allowOutside'>

/**
 * The documents that a word means: a file, a folder (its configuration's inputs, or every document in it),
 * an address (a document, or a running service that answers `rpc.discover`), a git revision, or
 * `REVISION:PATH`.
 */
export async function sourceOf(word: string, flags: Flags): Promise<Source> {
  if (isRemoteInput(word)) return remote(word, flags)
  const path = resolve(word)
  if (existsSync(path)) return local(path, { flags, around: process.cwd() })
  const colon = word.indexOf(':')
  const [revision, inside] = colon < 0 ? [word, ''] : [word.slice(0, colon), word.slice(colon + 1)]
  if (!isRevision(revision)) {
    return faulty(`${word} is no file, no folder, no address and no git revision.`, word)
  }
  const { folder, dispose } = checkOut(revision)
  const at = resolve(folder, inside)
  if (!existsSync(at)) {
    dispose()
    return faulty(`Revision ${revision} has no ${inside}.`, word)
  }
  const source = await local(at, { flags, around: folder })
  if (source.kind === 'source') return { ...source, dispose }
  dispose()
  return source
}

const nothing = (): void => undefined

function remote(word: string, flags: Flags): Source {
  const options = { ...flags, root: process.cwd(), inputs: [word], allowRemote: true }
  return { kind: 'source', options, scope: '@diff', dispose: nothing }
}

/** A file or folder; references may lead to whatever is below the folder around it, too. */
async function local(
  path: string,
  { flags, around }: { readonly flags: Flags; readonly around: string },
): Promise<Source> {
  const folders = [around]
  if (!statSync(path).isDirectory()) {
    const options = { ...flags, root: dirname(path), inputs: [basename(path)], folders }
    return { kind: 'source', options, scope: '@diff', dispose: nothing }
  }
  const configuration = findConfig(path)
  if (configuration === undefined) {
    const inputs = documentsIn(path)
    if (inputs.length === 0) return faulty(`There is no OpenRPC document in ${path}.`, path)
    return {
      kind: 'source',
      options: { ...flags, root: path, inputs, folders },
      scope: '@diff',
      dispose: nothing,
    }
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

/** Files that are named like OpenRPC documents, in a folder and below; else every JSON and YAML file in it. */
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
