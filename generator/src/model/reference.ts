import { posix } from 'node:path'
import { isReference, longestChain } from '../load/pointer.ts'
import type { Loaded } from '../load/types.ts'
import { own, textOf } from './json.ts'
import { type Located, valueAt } from './place.ts'
import type { Json } from './types.ts'

/**
 * What a reference names, one step only: a reference to a component that is itself a reference leads to
 * that component, so that its name and description survive. What a path and a pointer cannot say
 * (addresses, anchors, `$id`, a pointer that runs through another reference) is left to the loader.
 */
export function follow(loaded: Loaded, fromFile: string, ref: string): Located | undefined {
  return direct(loaded, fromFile, ref) ?? loaded.resolve(fromFile, ref)
}

/** The first value behind a chain of references that is no reference itself; undefined where there is none. */
export function valueBehind(loaded: Loaded, from: Located | undefined): Located | undefined {
  let found = from
  for (let hops = 0; isReference(found?.json) && hops < longestChain; hops++) {
    found = follow(loaded, found.place.file, found.json.$ref)
  }
  return isReference(found?.json) ? undefined : found
}

/** How a reference from one file to a place in another is written. */
export function referenceFrom(file: string, to: { file: string; pointer: string }): string {
  const path = to.file === file ? '' : posix.relative(posix.dirname(file), to.file)
  return `${path}#${encodeURI(to.pointer)}`
}

function direct(loaded: Loaded, fromFile: string, ref: string): Located | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(ref)) return undefined
  const hash = ref.indexOf('#')
  const path = decode(hash < 0 ? ref : ref.slice(0, hash))
  const pointer = decode(hash < 0 ? '' : ref.slice(hash + 1))
  if (path === undefined || pointer === undefined) return undefined
  if (pointer !== '' && !pointer.startsWith('/')) return undefined
  const file = path === '' ? fromFile : posix.normalize(posix.join(posix.dirname(fromFile), path))
  const json = rootOf(loaded, file)
  const value = json === undefined ? undefined : valueAt(json, pointer)
  return value === undefined ? undefined : { place: { file, pointer }, json: value }
}

/** The JSON of a file; a document given twice is the document, whatever the file's text says. */
function rootOf(loaded: Loaded, file: string): Json | undefined {
  return (
    loaded.documents.find((document) => document.file === file)?.json ??
    loaded.files.get(file)?.json
  )
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone `%` is no escape; the loader decides what such a reference means.
    return undefined
  }
}

/** Whether a value in a schema's position is a content descriptor, which real documents do. */
export function isDescriptor(json: Json): boolean {
  return (
    textOf(json, 'name') !== undefined &&
    own(json, 'schema') !== undefined &&
    ['type', 'properties', '$ref', 'oneOf', 'anyOf', 'allOf', 'enum'].every(
      (keyword) => own(json, keyword) === undefined,
    )
  )
}
