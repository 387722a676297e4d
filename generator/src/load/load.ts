import {
  toDiagnostics,
  hasErrors,
  type Diagnostic,
  type Finding,
} from '../diagnostics/diagnostics.ts'
import { append } from '../json/append.ts'
import { isObject } from '../json/pointer.ts'
import type { InputFile, Loaded, LoadedFormats, Resolved } from '../openrpc/loaded.ts'
import { downloadFragments } from './download.ts'
import { createFileAccessPolicy, allowAllFiles, type FileAccessPolicy } from './file-access.ts'
import { createFileStore, type FileStore } from './files.ts'
import { followReferences } from './follow-references.ts'
import { loadFormats } from './formats.ts'
import { assemble } from './fragments/assemble.ts'
import { expandInputs, type Expanded } from './inputs.ts'
import { checkMethods } from './method-checks.ts'
import { openDocuments } from './open-documents.ts'
import type { LoadOptions, LoadResult } from './options.ts'
import { type LoadedOverlays, loadOverlays } from './overlay/load.ts'
import { pinsOf } from './pins.ts'
import { createResolver, type Follow } from './resolver.ts'
import { checkServers } from './server-checks.ts'
import type { Session } from './session.ts'
import { inferSubscriptions } from './subscriptions.ts'

/**
 * Loads the documents and all files that they refer to, checks them, and reports all problems
 * together.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { root } = options
  const findings: Finding[] = []
  const formats = await formatsOf(options, findings)
  const expanded = expandInputs(root, options.inputs)
  append(findings, expanded.findings)
  const overlays = loadOverlays(root, options.overlays ?? [])
  const store = openStore(options, { findings, expanded, overlays })
  const session = openSession(options, store, findings)
  await downloadFragments(session)
  const documents = await openDocuments(session, expanded.documents)
  const follow = createResolver(root, store)
  await followReferences(session, follow)
  const resolve = resolveWith(follow, formats)
  for (const document of documents) {
    append(findings, checkServers(document, resolve))
    append(findings, checkMethods(document, resolve))
  }

  const files = new Map([...store.files, ...overlays.files])
  const diagnostics = diagnosticsOf(findings, overlays, files)
  const base = { diagnostics, files, absent: [...store.absent(), ...overlays.absent] }
  if (hasErrors(diagnostics)) return base
  const loaded: Loaded = {
    documents: documents.flatMap(({ path, json }) =>
      isObject(json) ? [{ file: path, json }] : [],
    ),
    files: store.files,
    resolve,
    ...(formats && { formats }),
  }
  return { ...base, loaded }
}

async function formatsOf(
  { root, formats }: LoadOptions,
  findings: Finding[],
): Promise<LoadedFormats | undefined> {
  if (formats === undefined) return undefined
  const loaded = await loadFormats(root, formats)
  append(findings, loaded.findings)
  return loaded.found
}

/**
 * Creates a file store that assembles inputs from fragments, applies overlays and infers
 * subscriptions.
 */
function openStore(
  options: LoadOptions,
  read: {
    readonly findings: Finding[]
    readonly expanded: Expanded
    readonly overlays: LoadedOverlays
  },
): FileStore {
  const { root } = options
  const { findings, expanded, overlays } = read
  const inputs = new Set(expanded.documents)
  const trees = new Map(options.fragments?.map((tree) => [tree.root, tree]))
  const openFragment = (path: string): InputFile | undefined => {
    const opened = store.open(path)
    return opened.kind === 'file' ? opened.file : undefined
  }
  const adapt = (file: InputFile): InputFile => {
    const isInput = inputs.has(file.path)
    const tree = trees.get(file.path)
    const whole = tree ? assemble(file, tree, { root, open: openFragment, findings }) : file
    const overlaid = overlays.over(whole, isInput)
    if (!isInput || options.subscriptions === 'declared') return overlaid
    return { ...overlaid, json: inferSubscriptions(overlaid.json) }
  }
  const store = createFileStore(root, findings, accessPolicyOf(options, expanded), adapt)
  return store
}

/** Allows references to files of the project and to files in the folders of the inputs. */
function accessPolicyOf(
  { root, allowOutside, folders = [] }: LoadOptions,
  inputs: Expanded,
): FileAccessPolicy {
  if (allowOutside === true) return allowAllFiles
  return createFileAccessPolicy([root, ...folders, ...inputs.folders], inputs.files)
}

function openSession(options: LoadOptions, store: FileStore, findings: Finding[]): Session {
  return {
    options,
    store,
    findings,
    queue: [],
    walked: new Set(),
    roots: new Map(),
    schemas: [],
    outside: new Set(),
    pins: pinsOf(options.inputs, options.fragments),
  }
}

function resolveWith(follow: Follow, formats: LoadedFormats | undefined): Loaded['resolve'] {
  const find = (fromFile: string, ref: string): Resolved | undefined => {
    const resolution = follow(fromFile, ref)
    return resolution.kind === 'found' ? resolution.value : undefined
  }
  return Object.assign(find, formats && { formats: formats.formats })
}

/**
 * If an overlay could not be applied, errors in documents are not reported, because they may be
 * consequences.
 */
function diagnosticsOf(
  findings: readonly Finding[],
  overlays: LoadedOverlays,
  files: ReadonlyMap<string, InputFile>,
): readonly Diagnostic[] {
  const ofOverlays = toDiagnostics(overlays.findings(), files)
  if (hasErrors(ofOverlays)) return ofOverlays
  return toDiagnostics([...findings, ...overlays.findings()], files)
}
