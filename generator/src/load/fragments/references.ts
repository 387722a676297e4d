import { posix } from 'node:path'
import type { Json, Place } from '../../json/types.ts'
import { isRemote } from '../files.ts'
import { decodeFragment } from '../../openrpc/named-schemas.ts'
import { mapReferences } from '../../json/map.ts'
import { fragmentOf } from '../../json/pointer.ts'

export interface Surroundings {
  readonly file: string
  /** The document that it is part of. */
  readonly document: string
  /**
   * Translates a place in a fragment to a pointer in the document; undefined if the place is not part of the
   * document.
   */
  readonly placed: (place: Place) => string | undefined
  /** Whether a file exists, relative to the folder of the configuration. */
  readonly exists: (path: string) => boolean
}

/** Rewrites the references of a part of a fragment for the document. */
export function withReferences(json: Json, around: Surroundings): Json {
  return mapReferences(json, (ref) => placedReference(ref, around))
}

/**
 * Converts a reference to a fragment to one inside the document. `#/components/...` already refers to the
 * document; any other pointer refers to the fragment itself. A path is relative to the fragment's folder, or
 * else to the folder of the configuration.
 */
function placedReference(ref: string, around: Surroundings): string {
  const { file, document, placed, exists } = around
  const [path = '', pointer = ''] = ref.split('#')
  if (isRemote(ref) || /^#\/(components|methods)\//.test(ref)) return ref
  const fromFile = posix.join(posix.dirname(file), path)
  const fromRoot = posix.normalize(path.replace(/^\//, ''))
  const target = path === '' ? file : [fromFile, fromRoot].find(exists)
  if (target === undefined) return ref
  const inside = placed({ file: target, pointer: decodeFragment(pointer) })
  if (inside !== undefined) return `#${fragmentOf(inside)}`
  if (target === document) return `#${pointer}`
  return `${posix.relative(posix.dirname(document), target)}${ref.includes('#') ? `#${pointer}` : ''}`
}
