import { posix } from 'node:path'
import type { Json, Place } from '../../model/types.ts'
import { isRemote } from '../files.ts'
import { isArray, isObject } from '../pointer.ts'

/** What references of a fragment are read against. */
export interface Surroundings {
  /** The fragment. */
  readonly file: string
  /** The document that it becomes a part of. */
  readonly document: string
  /** Where a place of a fragment is in the document; undefined where it is no part of it. */
  readonly placed: (place: Place) => string | undefined
  /** Whether there is a file of this path, from the folder of the configuration. */
  readonly exists: (path: string) => boolean
}

/** A part of a fragment with every reference as the document has to write it. */
export function withReferences(json: Json, around: Surroundings): Json {
  if (isArray(json)) return json.map((item) => withReferences(item, around))
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string'
        ? placedReference(value, around)
        : withReferences(value, around),
    ]),
  )
}

/**
 * A reference to a fragment becomes one inside the document. `#/components/...` means the document already; any other
 * pointer means the fragment itself. A path starts at the folder of the fragment, else at that of the configuration.
 */
function placedReference(ref: string, around: Surroundings): string {
  const { file, document, placed, exists } = around
  const [path = '', pointer = ''] = ref.split('#')
  if (isRemote(ref) || /^#\/(components|methods)\//.test(ref)) return ref
  const fromFile = posix.join(posix.dirname(file), path)
  const fromRoot = posix.normalize(path.replace(/^\//, ''))
  const target = path === '' ? file : [fromFile, fromRoot].find(exists)
  if (target === undefined) return ref
  const inside = placed({ file: target, pointer: decoded(pointer) })
  if (inside !== undefined) return `#${encodeURI(inside)}`
  if (target === document) return `#${pointer}`
  return `${posix.relative(posix.dirname(document), target)}${ref.includes('#') ? `#${pointer}` : ''}`
}

/** Text that is not well encoded is taken as it is. */
function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer)
  } catch (error) {
    if (error instanceof URIError) return pointer
    throw error
  }
}
