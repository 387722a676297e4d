import { posix } from 'node:path'
import type { Json, Place } from '../../json/types.ts'
import { isRemote } from '../read/paths.ts'
import { decodeFragment } from '@rpcloom/schema/internal'
import { mapReferences } from '../../json/map.ts'
import { fragmentOf } from '../../json/pointer.ts'

export interface FragmentContext {
  readonly file: string
  /** Path of the document that includes the fragment. */
  readonly document: string
  /**
   * Translates a place in a fragment to a pointer in the document. Returns undefined if the
   * document does not include the place.
   */
  readonly pointerOf: (place: Place) => string | undefined
  /** Whether a file exists, relative to the folder of the configuration. */
  readonly exists: (path: string) => boolean
}

/**
 * Rewrites the references in a method or component of a fragment so that they resolve in the
 * document.
 */
export function withReferences(json: Json, context: FragmentContext): Json {
  return mapReferences(json, (ref) => referenceInDocument(ref, context))
}

/**
 * Converts a reference from a fragment to a reference within the document. `#/components/...`
 * already refers to the document, while any other pointer refers to the fragment. A path is
 * resolved against the fragment's folder first, and against the folder of the configuration second.
 */
function referenceInDocument(ref: string, context: FragmentContext): string {
  const { file, document, pointerOf, exists } = context
  const [path = '', pointer = ''] = ref.split('#')
  if (isRemote(ref) || /^#\/(components|methods)\//.test(ref)) return ref
  const fromFile = posix.join(posix.dirname(file), path)
  const fromRoot = posix.normalize(path.replace(/^\//, ''))
  const target = path === '' ? file : [fromFile, fromRoot].find(exists)
  if (target === undefined) return ref
  const inside = pointerOf({ file: target, pointer: decodeFragment(pointer) })
  if (inside !== undefined) return `#${fragmentOf(inside)}`
  if (target === document) return `#${pointer}`
  return `${posix.relative(posix.dirname(document), target)}${ref.includes('#') ? `#${pointer}` : ''}`
}
