import { append } from '../json/append.ts'
import {
  toDiagnostics,
  hasErrors,
  type Diagnostic,
  type Finding,
} from '../diagnostics/diagnostics.ts'
import { reportCorrections, type Correction } from './corrections.ts'
import { createFileStore, isRemote, leavesProject, type FileStore } from './files.ts'
import { assemble } from './fragments/assemble.ts'
import { type FragmentTree, globsOf } from './fragments/tree.ts'
import { sections, titleOf, type Kind } from '../openrpc/grammar.ts'
import { type Extensions, readExtensions } from './extensions.ts'
import { loadFormats } from './formats.ts'
import { createFileAccessPolicy, allowAllFiles, type FileAccessPolicy } from './file-access.ts'
import { expandInputs, isRemoteInput, type Expanded } from './inputs.ts'
import { knownSchema } from '../openrpc/known-schemas.ts'
import { checkMethods } from './method-checks.ts'
import { isOtherType } from '../openrpc/other-type.ts'
import { loadOverlays } from './overlay/load.ts'
import { readPinned } from './pinned.ts'
import { pinsOf, withoutPin } from './pins.ts'
import { isArray, isObject, textOf, tokensOf } from '../json/pointer.ts'
import { createResolver, targetOf } from './reference.ts'
import { fetchInput, fetchText } from './remote.ts'
import { inferSubscriptions } from './subscriptions.ts'
import { otherSpecification } from '../openrpc/other-specification.ts'
import type { Json, Place } from '../json/types.ts'
import type { InputFile, Loaded, Resolved } from '../openrpc/loaded.ts'
import { checkVersion } from './version.ts'
import { type Reference, walk } from './walk.ts'

/** Which documents to load, and what they may refer to. */
export interface LoadOptions {
  /** Folder that paths are relative to. */
  readonly root: string
  /** Paths, globs and URLs of documents. */
  readonly inputs: readonly string[]
  /** The inputs that are assembled from several files. */
  readonly fragments?: readonly FragmentTree[]
  /** Paths of overlays, in order of application. */
  readonly overlays?: readonly string[]
  /** `declared` turns off the inference of subscriptions from method names. */
  readonly subscriptions?: 'declared'
  /** Reports unresolved references as warnings and types them as `unknown`. */
  readonly allowUnresolved?: boolean
  /** Allows inputs and references over the network. */
  readonly allowRemote?: boolean
  /** Allows references to files outside the root and the folders of the inputs. */
  readonly allowOutside?: boolean
  /** Further folders that references may point into. */
  readonly folders?: readonly string[]
  /** Path or package of the module with custom formats. */
  readonly formats?: string
}

/** The loaded documents and all diagnostics. */
export interface LoadResult {
  /** Absent after an error that leaves nothing to generate from. */
  readonly loaded?: Loaded
  readonly diagnostics: readonly Diagnostic[]
  /** Every file that was read, for positions and hashes. */
  readonly files: ReadonlyMap<string, InputFile>
  /** Every requested file that does not exist. */
  readonly absent: readonly string[]
}

/** Loads documents and everything they refer to, checks them, and reports all faults together. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const findings: Finding[] = []
  const custom =
    options.formats === undefined ? undefined : await loadFormats(options.root, options.formats)
  append(findings, custom?.findings ?? [])
  const formats = custom?.found
  const expanded = expandInputs(options.root, options.inputs)
  append(findings, expanded.findings)
  const inputs = new Set(expanded.documents)
  const overlays = loadOverlays(options.root, options.overlays ?? [])
  const trees = new Map(options.fragments?.map((tree) => [tree.root, tree]))
  const store = createFileStore(
    options.root,
    findings,
    accessPolicyOf(options, expanded),
    (file) => {
      const tree = trees.get(file.path)
      const assembly = { root: options.root, open: openFragment, findings }
      const whole = tree === undefined ? file : assemble(file, tree, assembly)
      const overlaid = overlays.over(whole, inputs.has(file.path))
      return options.subscriptions === 'declared' || !inputs.has(file.path)
        ? overlaid
        : { ...overlaid, json: inferSubscriptions(overlaid.json) }
    },
  )
  const openFragment = (path: string): InputFile | undefined => {
    const opened = store.open(path)
    return opened.kind === 'file' ? opened.file : undefined
  }
  const session: Session = {
    options,
    store,
    findings,
    queue: [],
    walked: new Set(),
    roots: new Map(),
    schemas: [],
    outside: new Set(),
    corrections: [],
    pins: pinsOf(options.inputs, options.fragments),
  }

  for (const { root, address } of remoteFragments(options.fragments ?? []))
    await fetchInto({ address, place: { file: root, pointer: '' } }, session)

  const documents: InputFile[] = []
  for (const path of expanded.documents) {
    const file = await openDocument(path, session)
    if (file !== undefined) documents.push(file)
  }
  if (documents.length === 0)
    append(
      findings,
      session.schemas.map((file) => noDocument(file)),
    )
  const follow = createResolver(options.root, store)
  await followReferences(session, follow)
  session.findings.push(...reportCorrections(session.corrections))
  const find = (fromFile: string, ref: string): Resolved | undefined => {
    const resolution = follow(fromFile, ref)
    return resolution.kind === 'found' ? resolution.value : undefined
  }
  const resolve = Object.assign(find, formats && { formats: formats.formats })
  for (const document of documents) append(findings, checkMethods(document, resolve))

  const files = new Map([...store.files, ...overlays.files])
  const ofOverlays = toDiagnostics(overlays.findings(), files)
  // If an overlay was not applied, faults of the documents may be consequences.
  const diagnostics = hasErrors(ofOverlays)
    ? ofOverlays
    : toDiagnostics([...findings, ...overlays.findings()], files)
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

interface Session {
  readonly options: LoadOptions
  readonly store: FileStore
  readonly findings: Finding[]
  readonly queue: Reference[]
  /** Kind and place of each value already reached by a reference. */
  readonly walked: Set<string>
  /** The documents with their declared extensions. */
  readonly roots: Map<string, Extensions>
  /** Inputs that are schemas with a remote `$id`. */
  readonly schemas: string[]
  /** Files outside the project that were already reported. */
  readonly outside: Set<string>
  readonly corrections: Correction[]
  /** Digests of pinned addresses. */
  readonly pins: ReadonlyMap<string, string>
}

/** Returns the addresses among the fragments, each with the root document that it belongs to. */
function remoteFragments(
  trees: readonly FragmentTree[],
): readonly { readonly root: string; readonly address: string }[] {
  return trees.flatMap((tree) =>
    globsOf(tree)
      .filter(({ glob }) => isRemote(glob))
      .map(({ glob }) => ({ root: tree.root, address: withoutPin(glob) })),
  )
}

/** Allows references to files of the project, and to files in or below the folder of an input. */
function accessPolicyOf(
  { root, allowOutside, folders = [] }: LoadOptions,
  inputs: Expanded,
): FileAccessPolicy {
  if (allowOutside === true) return allowAllFiles
  return createFileAccessPolicy([root, ...folders, ...inputs.folders], inputs.files)
}

async function openDocument(path: string, session: Session): Promise<InputFile | undefined> {
  const { store, findings } = session
  const place = { file: path, pointer: '' }
  if (isRemoteInput(path) && !(await fetchInto({ address: path, place }, session))) return undefined
  const opened = store.open(path)
  if (opened.kind === 'missing') {
    findings.push({ code: 'RL101', message: `Cannot read the file: ${opened.reason}.`, place })
  }
  if (opened.kind !== 'file') return undefined
  const { json } = opened.file
  if (!isObject(json) || !('openrpc' in json || 'methods' in json)) {
    // A schema with a remote `$id` is an input: references to its `$id` resolve to it.
    if (isObject(json) && isRemote(textOf(json['$id']))) session.schemas.push(path)
    else findings.push(noDocument(path, json))
    return undefined
  }
  append(findings, checkVersion(path, json))
  const read = readExtensions(path, json)
  append(findings, read.findings)
  session.roots.set(path, read.extensions)
  walkInto(session, 'document', { place, json })
  return store.files.get(path)
}

function noDocument(file: string, json?: Json): Finding {
  const other = otherSpecification(json)
  if (other !== undefined) {
    const message = `This is ${other}, not an OpenRPC document.`
    const help =
      'OpenRPC describes JSON-RPC: https://spec.open-rpc.org. For HTTP APIs use a generator for their specification; `rpcloom init` shows what an OpenRPC document looks like.'
    return { code: 'RL107', message, help, place: { file, pointer: '' } }
  }
  const message = 'This is not an OpenRPC document: it has neither `openrpc` nor `methods`.'
  return { code: 'RL107', message, place: { file, pointer: '' } }
}

/** Walks a value. If it has faults whose intent is clear, the value is normalized first. */
function walkInto(session: Session, kind: Kind, at: Resolved): void {
  const extensions = session.roots.get(at.place.file)
  let walked = walk(kind, at, extensions)
  if (walked.findings.some(({ code }) => normalizable.has(code))) {
    const normalized = session.store.normalize(kind, at)
    if (normalized !== undefined) walked = walk(kind, normalized, extensions)
  }
  append(session.findings, walked.findings)
  append(session.queue, walked.references)
}

/** Codes of faults that `normalize` may correct. */
const normalizable: ReadonlySet<string> = new Set(['RL111', 'RL203', 'RL204', 'RL207'])

/** Downloads an address into the store. A failure is reported at the place that refers to the address. */
async function fetchInto(
  { address, place }: { readonly address: string; readonly place: Place },
  session: Session,
): Promise<boolean> {
  const { store, findings, options } = session
  const isInput = place.file === address
  const known = isInput ? undefined : knownSchema(address)
  if (known !== undefined) return store.add(address, known).kind === 'file'
  const digest = session.pins.get(address)
  if (digest !== undefined) return readPinnedInto({ address, digest, place }, session)
  if (options.allowRemote !== true) {
    // An input must be readable; a reference may stay unresolved.
    const isAllowed = !isInput && options.allowUnresolved === true
    const severity = isAllowed ? 'warning' : 'error'
    findings.push({
      code: 'RL005',
      message: `${address} is a remote input, which is not allowed.`,
      place,
      severity,
    })
    return false
  }
  const fetched = await (isInput ? fetchInput(address) : fetchText(address))
  if (fetched.kind === 'text') return store.add(address, fetched.text, fetched.base).kind === 'file'
  findings.push({ code: 'RL114', message: `Cannot read ${address}: ${fetched.reason}.`, place })
  return false
}

/** Reads a pinned address. Its digest in the configuration permits the download. */
async function readPinnedInto(
  {
    address,
    digest,
    place,
  }: { readonly address: string; readonly digest: string; readonly place: Place },
  { store, findings, options }: Session,
): Promise<boolean> {
  const read = await readPinned(options.root, { address, digest })
  if (read.kind === 'text') return store.add(address, read.text, read.base).kind === 'file'
  if (read.kind === 'changed') {
    const message = `The content of ${address} has the SHA-256 ${read.digest}, not ${digest === '' ? 'empty' : digest}.`
    findings.push({ code: 'RL126', message, place })
    return false
  }
  const help = 'A pinned address is read once and cached in node_modules/.cache/rpcloom.'
  const message = `${address} cannot be read: ${read.reason}.`
  findings.push({ code: 'RL114', message, help, place })
  return false
}

type Follow = ReturnType<typeof createResolver>

async function followReferences(session: Session, follow: Follow): Promise<void> {
  // References to download later, because a file found meanwhile may have the address as its ID.
  const waiting: Reference[] = []
  // The queue grows while it is processed: targets contain further references.
  for (let next = 0; ; next++) {
    const queued = session.queue[next]
    const reference = queued ?? waiting.shift()
    if (reference === undefined) return
    const address = addressToFetch(session, follow, reference)
    if (address !== undefined && queued !== undefined) waiting.push(queued)
    else if (
      address === undefined ||
      (await fetchInto({ address, place: reference.place }, session))
    )
      followOne(session, follow, reference)
    if (queued === undefined) next--
  }
}

/** Returns the address to download for a reference; undefined if its target is available. */
function addressToFetch(
  { store, options }: Session,
  follow: Follow,
  reference: Reference,
): string | undefined {
  const { place, ref } = reference
  const { base } = store.files.get(place.file) ?? {}
  const { file } = targetOf({ root: options.root, file: place.file, base, ref })
  const isHere = store.files.has(file) || isKnown(follow, reference)
  return isRemote(file) && !isHere ? file : undefined
}

/** Whether an address is the ID of a schema that was read, so that no download is needed. */
function isKnown(follow: Follow, { place, ref }: Reference): boolean {
  return follow(place.file, ref).kind === 'found'
}

function followOne(session: Session, follow: Follow, reference: Reference): void {
  const { place, ref, expected } = reference
  const { findings, options } = session
  const resolution = follow(place.file, ref)
  if (resolution.kind === 'missing') {
    const message = `Unresolved reference ${ref}: ${resolution.reason}.`
    const isAllowed = expected === 'opaque' || options.allowUnresolved === true
    const severity = isAllowed ? 'warning' : 'error'
    findings.push({ code: 'RL110', message, place, severity })
  } else if (resolution.kind === 'outside') {
    const message = `The reference points outside the project, to ${resolution.file}.`
    const severity = options.allowUnresolved === true ? 'warning' : 'error'
    findings.push({ code: 'RL113', message, place, severity })
  } else if (resolution.kind === 'circular') {
    findings.push({
      code: 'RL112',
      message: `The reference ${ref} is circular: it never reaches a value.`,
      place,
    })
  } else if (resolution.kind === 'long') {
    const message = `The chain of references from ${ref} is too long: ${resolution.reason}.`
    findings.push({ code: 'RL115', message, place })
  } else if (resolution.kind === 'found') {
    if (resolution.readAs !== undefined) {
      session.corrections.push({ place, ref, readAs: resolution.readAs })
    }
    walkTarget(session, reference, resolution.value)
  }
  // If the file itself is faulty, that was reported when it was read.
}

function walkTarget(session: Session, reference: Reference, target: Resolved): void {
  const { place, ref, expected } = reference
  const { file, pointer } = target.place
  if (leavesProject(file) && !leavesProject(place.file) && !session.outside.has(file)) {
    session.outside.add(file)
    const message = `The reference points outside the project, to ${file}.`
    // The reference is allowed, but other checkouts may not have the file.
    session.findings.push({ code: 'RL113', message, place, severity: 'warning' })
  }
  const { list = false } = reference
  if (list && !isArray(target.json)) {
    const message = `The reference ${ref} must point to a list.`
    session.findings.push({ code: 'RL111', message, place })
    return
  }
  const section = sectionOf(pointer)
  if (
    section !== undefined &&
    expected !== 'loose' &&
    expected !== 'opaque' &&
    section !== expected
  ) {
    const message = `The reference ${ref} points to ${titleOf(section)}; expected ${titleOf(expected)}.`
    // A schema was expected here, so the author must have meant the schema of the content descriptor.
    const severity = expected === 'schema' && section === 'contentDescriptor' ? 'warning' : 'error'
    session.findings.push({ code: 'RL111', message, place, severity })
  }
  if (reference.schema !== undefined && isOtherType(reference.schema, target.json)) {
    const message = `The \`type\` next to the reference differs from the type of ${ref}; it is ignored.`
    const help = 'Remove the `type`, or refer to a schema of this type.'
    const at = { file: place.file, pointer: `${place.pointer}/type` }
    session.findings.push({ code: 'RL207', message, help, place: at })
  }
  const kind = section ?? expected
  const key = `${kind}\n${file}\n${pointer}`
  // Components of a document are walked with the document itself.
  if (session.walked.has(key) || (section !== undefined && session.roots.has(file))) return
  session.walked.add(key)
  walkInto(session, kind, target)
}

/**
 * Returns the kind of the value at a pointer: the pointer starts with a section of `components`, or of a file
 * of shared components.
 */
function sectionOf(pointer: string): Kind | undefined {
  const tokens = tokensOf(pointer)
  const inner = tokens[0] === 'components' ? tokens.slice(1) : tokens
  const [section, , ...rest] = inner
  if (inner.length < 2 || section === undefined) return undefined
  return rest.length === 0 && Object.hasOwn(sections, section) ? sections[section] : undefined
}
