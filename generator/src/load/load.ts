import {
  toDiagnostics,
  hasErrors,
  type Diagnostic,
  type Finding,
} from '../diagnostics/diagnostics.ts'
import { append } from '../json/append.ts'
import { isObject } from '../json/pointer.ts'
import type { InputFile, Loaded, LoadedFormats, Resolve } from '../openrpc/loaded.ts'
import { assemble } from './assemble/assemble.ts'
import { checkDocuments } from './check/documents.ts'
import { checkMethods } from './check/methods.ts'
import { checkServers } from './check/servers.ts'
import type { LoadContext } from './context.ts'
import { createFileStore, type FileStore } from './files.ts'
import { withExtensionFormats } from './formats/extension-formats.ts'
import { loadFormats } from './formats/formats.ts'
import { withNamedParams } from './named-params.ts'
import type { LoadOptions, LoadResult } from './options.ts'
import { type LoadedOverlays, loadOverlays } from './overlay/overlays.ts'
import { parseFile } from './parse/parse.ts'
import { downloadFragments } from './read/download.ts'
import { accessPolicyOf, allowAllFiles } from './read/file-access.ts'
import { readFile } from './read/file.ts'
import { expandInputs } from './read/inputs.ts'
import { pinsOf } from './read/pinned.ts'
import { followReferences } from './resolve/follow.ts'
import { createResolver, type Follow } from './resolve/resolver.ts'
import { inferSubscriptions } from './subscriptions.ts'

/**
 * Loads the documents and all files that they refer to, and reports all problems together.
 *
 * The steps are: read, parse, assemble fragments, apply overlays, check, resolve references. A file takes
 * the steps until `check` when an input or a reference first names it. Targets of references are checked
 * when they are resolved.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { root } = options
  const findings: Finding[] = []
  const formats = await loadFormats(root, options.formats)
  const inputs = expandInputs(root, options.inputs)
  append(findings, [...formats.findings, ...inputs.findings])
  const isAllowed = accessPolicyOf(options, inputs)
  const overlays = loadOverlays(
    root,
    options.overlays ?? [],
    options.isConfined ? isAllowed : allowAllFiles,
  )
  const isInput = new Set(inputs.documents)
  const store: FileStore = createFileStore(findings, {
    read: (path) => readFile(root, path, isAllowed),
    parse(path, text, base) {
      const parsed = parseFile(path, text, base)
      if (parsed.kind === 'faulty') return parsed
      const assembled = assemble(parsed.file, options, { store, findings })
      const overlaid = overlays.apply(assembled, isInput.has(path))
      const isInferred = isInput.has(path) && options.subscriptions !== 'declared'
      const file = isInferred ? inferSubscriptions(overlaid) : overlaid
      const named = withNamedParams(file.json)
      const json = withExtensionFormats(named, formats.found?.formats ?? {})
      return { ...parsed, file: { ...file, json } }
    },
  })
  const context = contextOf(options, store, findings)
  await downloadFragments(context)
  const documents = await checkDocuments(context, inputs.documents)
  const follow = createResolver(root, store)
  await followReferences(context, follow)
  const resolve = resolveWith(follow, formats.found)
  for (const document of documents) {
    append(findings, checkServers(document, resolve))
    append(findings, checkMethods(document, resolve))
  }

  const files = new Map([...store.files, ...overlays.files])
  const diagnostics = diagnosticsOf(findings, overlays, files)
  const result = { diagnostics, files, absent: [...store.absent(), ...overlays.absent] }
  if (hasErrors(diagnostics)) return result
  const loaded: Loaded = {
    documents: documents.flatMap(({ path, json }) =>
      isObject(json) ? [{ file: path, json }] : [],
    ),
    files: store.files,
    resolve,
    ...(formats.found && { formats: formats.found }),
  }
  return { ...result, loaded }
}

function contextOf(options: LoadOptions, store: FileStore, findings: Finding[]): LoadContext {
  return {
    options,
    store,
    findings,
    references: [],
    checkedTargets: new Set(),
    extensions: new Map(),
    relocations: new Map(),
    reportedOutside: new Set(),
    reportedFromRoot: new Set(),
    pins: pinsOf(options.inputs, options.fragments),
  }
}

function resolveWith(follow: Follow, formats: LoadedFormats | undefined): Resolve {
  const resolve: Resolve = (fromFile, ref) => {
    const resolution = follow(fromFile, ref)
    return resolution.kind === 'found' ? resolution.value : undefined
  }
  return Object.assign(resolve, formats && { formats: formats.formats })
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
