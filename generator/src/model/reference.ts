import { decodeFragment, looksLikeSchema } from '@rpcloom/schema/internal'
import { posix } from 'node:path'
import { fragmentOf, isReference, longestChain } from '../json/pointer.ts'
import type { Loaded } from '../openrpc/loaded.ts'
import { own, stringOf } from '../json/members.ts'
import { type Located, valueAt } from '../json/place.ts'
import type { Json } from '../json/types.ts'

/**
 * Resolves a reference without following a chain of references. A target that is itself a reference
 * is returned as it is, so that its name and description are kept. The loader resolves targets that
 * path and pointer cannot express: URLs, anchors, `$id`, and pointers that lead through other
 * references.
 */
export function follow(loaded: Loaded, fromFile: string, ref: string): Located | undefined {
  return direct(loaded, fromFile, ref) ?? loaded.resolve(fromFile, ref)
}

/**
 * Follows a chain of references to the first value that is not a reference. Returns undefined if a
 * reference does not resolve.
 */
export function valueBehind(loaded: Loaded, from: Located | undefined): Located | undefined {
  let found = from
  for (let hops = 0; isReference(found?.json) && hops < longestChain; hops++) {
    found = follow(loaded, found.place.file, found.json.$ref)
  }
  return isReference(found?.json) ? undefined : found
}

export function referenceFrom(file: string, to: { file: string; pointer: string }): string {
  const path = to.file === file ? '' : posix.relative(posix.dirname(file), to.file)
  return `${path}#${fragmentOf(to.pointer)}`
}

function direct(loaded: Loaded, fromFile: string, ref: string): Located | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(ref)) return undefined
  const hash = ref.indexOf('#')
  const path = decodeFragment(hash < 0 ? ref : ref.slice(0, hash))
  const pointer = decodeFragment(hash < 0 ? '' : ref.slice(hash + 1))
  if (pointer !== '' && !pointer.startsWith('/')) return undefined
  const file = path === '' ? fromFile : posix.normalize(posix.join(posix.dirname(fromFile), path))
  const json = rootOf(loaded, file)
  const value = json === undefined ? undefined : valueAt(json, pointer)
  return value === undefined ? undefined : { place: { file, pointer }, json: value }
}

/**
 * Returns the root value of a file. For a document, returns the loaded document, which may differ
 * from the file.
 */
function rootOf(loaded: Loaded, file: string): Json | undefined {
  return (
    loaded.documents.find((document) => document.file === file)?.json ??
    loaded.files.get(file)?.json
  )
}

/**
 * Whether a value is a content descriptor. Some documents have content descriptors where a schema
 * is expected.
 */
export function isDescriptor(json: Json): boolean {
  return (
    stringOf(json, 'name') !== undefined &&
    own(json, 'schema') !== undefined &&
    own(json, '$ref') === undefined &&
    !looksLikeSchema(json)
  )
}
