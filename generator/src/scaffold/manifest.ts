import { isObject } from '../json/members.ts'
import { readIfThere } from '../output/files.ts'
import { isTexts } from '../output/lock.ts'

/** Name of the file in the project that records the code that scaffold wrote. The file is committed. */
export const manifestName = 'rpcloom.scaffold.json'

const formatVersion = 1

/** Record of the code that the last run wrote, by which changes of the user are detected. */
export interface Manifest {
  readonly packageName: string
  readonly dependency: string
  /** Files that are only written once. Each was written by an earlier run or already existed. */
  readonly files: readonly string[]
  /** Keys of the groups in the handlers object that is passed to `createServer`. */
  readonly composed: readonly string[]
  /** Classes by `interfaceKey`. */
  readonly classes: Readonly<Record<string, KnownClass>>
}

export interface KnownClass {
  readonly className: string
  /** Last known path of the class. */
  readonly path: string
  readonly removed?: true
  readonly namespaces: readonly string[]
  /** Methods by method name. */
  readonly methods: Readonly<Record<string, KnownMethod>>
}

export interface KnownMethod {
  readonly member: string
  /** Types of the params and of the result that the last run wrote into the signature. */
  readonly params: string
  readonly result: string
  /** Hash of the doc comment as scaffold last wrote it. Absent if the user wrote the comment. */
  readonly doc?: string
  readonly replacedBy?: string
  /** `removed`: the method is no longer in the document. `deleted`: the user deleted the method. */
  readonly state?: 'removed' | 'deleted'
}

export type ManifestState =
  | { readonly kind: 'none' }
  | { readonly kind: 'manifest'; readonly manifest: Manifest; readonly text: string }
  | { readonly kind: 'damaged'; readonly reason: string }

export function emptyManifest(packageName: string, dependency: string): Manifest {
  return { packageName, dependency, files: [], composed: [], classes: {} }
}

export function readManifest(path: string): ManifestState {
  const bytes = readIfThere(path)
  return bytes === undefined ? { kind: 'none' } : parseManifest(Buffer.from(bytes).toString('utf8'))
}

export function parseManifest(text: string): ManifestState {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'damaged', reason: error.message }
    throw error
  }
  if (!isObject(json)) return { kind: 'damaged', reason: 'it is not an object' }
  if (json['scaffold'] !== formatVersion) {
    return { kind: 'damaged', reason: `its format is not ${formatVersion}` }
  }
  const { package: packageName, dependency, files, composed, classes } = json
  if (
    typeof packageName === 'string' &&
    typeof dependency === 'string' &&
    isTexts(files) &&
    isTexts(composed) &&
    areKnownClasses(classes)
  ) {
    const manifest = { packageName, dependency, files, composed, classes }
    return { kind: 'manifest', text, manifest }
  }
  return { kind: 'damaged', reason: 'a member is missing or of the wrong type' }
}

function areKnownClasses(value: unknown): value is Manifest['classes'] {
  return isObject(value) && Object.values(value).every(isKnownClass)
}

function isKnownClass(value: unknown): value is KnownClass {
  if (!isObject(value)) return false
  const { className, path, removed, namespaces, methods } = value
  return (
    typeof className === 'string' &&
    typeof path === 'string' &&
    (removed === undefined || removed === true) &&
    isTexts(namespaces) &&
    isObject(methods) &&
    Object.values(methods).every(isKnownMethod)
  )
}

function isKnownMethod(value: unknown): value is KnownMethod {
  if (!isObject(value)) return false
  const { member, params, result, doc, replacedBy, state } = value
  return (
    [member, params, result].every((text) => typeof text === 'string') &&
    [doc, replacedBy].every((text) => text === undefined || typeof text === 'string') &&
    (state === undefined || state === 'removed' || state === 'deleted')
  )
}

/** Returns the text of a manifest, sorted for clean merges. */
export function printManifest({ packageName, classes, ...rest }: Manifest): string {
  const json = {
    scaffold: formatVersion,
    package: packageName,
    dependency: rest.dependency,
    files: rest.files.toSorted(),
    composed: rest.composed.toSorted(),
    classes: sorted(classes, (known) => ({
      className: known.className,
      path: known.path,
      removed: known.removed,
      namespaces: known.namespaces.toSorted(),
      methods: sorted(known.methods, (method) => ({
        member: method.member,
        params: method.params,
        result: method.result,
        doc: method.doc,
        replacedBy: method.replacedBy,
        state: method.state,
      })),
    })),
  }
  return `${JSON.stringify(json, undefined, 2)}\n`
}

function sorted<Value>(
  record: Readonly<Record<string, Value>>,
  print: (value: Value) => object,
): Readonly<Record<string, object>> {
  const entries = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, value]) => [key, print(value)]))
}
