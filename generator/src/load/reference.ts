import { posix } from 'node:path'
import type { Json, JsonObject } from '../model/types.ts'
import { isRemote, toProjectPath, type FileStore } from './files.ts'
import { child, isArray, isObject, step, textOf, tokensOf } from './pointer.ts'
import type { Resolved } from './types.ts'

/** Chains longer than this are taken for endless. */
const maxHops = 100

/** Where a reference points, before anyone looked whether something is there. */
export interface Target {
  readonly file: string
  readonly fragment: string
}

export type Resolution =
  | { readonly kind: 'found'; readonly value: Resolved }
  | { readonly kind: 'missing'; readonly reason: string }
  /** The file has faults that are reported for themselves. */
  | { readonly kind: 'faulty' }
  | { readonly kind: 'circular' }

/** Splits a `$ref` and resolves its file part against the file that holds it. */
export function targetOf(root: string, fromFile: string, ref: string): Target {
  const hash = ref.indexOf('#')
  const path = hash === -1 ? ref : ref.slice(0, hash)
  const fragment = hash === -1 ? '' : decode(ref.slice(hash + 1))
  if (path === '') return { file: fromFile, fragment }
  if (isRemote(path)) return { file: path, fragment }
  if (isRemote(fromFile)) return { file: new URL(path, fromFile).href, fragment }
  const decoded = decode(path)
  const local = decoded.startsWith('/') ? decoded : posix.join(posix.dirname(fromFile), decoded)
  return { file: toProjectPath(root, local), fragment }
}

/** Percent-decoding that leaves text alone which was never encoded. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/** Follows references through files; expands nothing. */
export function createResolver(
  root: string,
  store: FileStore,
): (fromFile: string, ref: string) => Resolution {
  const cache = new Map<string, Resolution>()
  return (fromFile, ref) => {
    const key = `${fromFile}\n${ref}`
    let resolution = cache.get(key)
    if (resolution === undefined) {
      resolution = follow(fromFile, ref, 0)
      cache.set(key, resolution)
    }
    return resolution
  }

  function follow(fromFile: string, ref: string, hops: number): Resolution {
    if (hops > maxHops) return { kind: 'circular' }
    const target = targetOf(root, fromFile, ref)
    const opened = store.open(target.file)
    if (opened.kind === 'faulty') return opened
    if (opened.kind === 'missing') {
      const byId = findById(fromFile, ref)
      return byId ?? { kind: 'missing', reason: `${target.file}: ${opened.reason}` }
    }
    if (target.fragment !== '' && !target.fragment.startsWith('/')) {
      return findById(target.file, `#${target.fragment}`) ?? notThere(target)
    }
    return descend(target, opened.file.json, hops)
  }

  /** Goes down the pointer; where an object on the way is itself a reference, goes on at its target. */
  function descend(target: Target, json: Json, hops: number): Resolution {
    let value = json
    let at = { file: target.file, pointer: '' }
    for (const token of tokensOf(target.fragment)) {
      let next = step(value, token)
      if (next === undefined && isReference(value)) {
        const hop = follow(at.file, value.$ref, hops + 1)
        if (hop.kind !== 'found') return hop
        at = hop.value.place
        value = hop.value.json
        next = step(value, token)
      }
      if (next === undefined) return notThere(target)
      value = next
      at = { file: at.file, pointer: child(at.pointer, token) }
    }
    if (isReference(value) && isTransparent(value, at.pointer)) {
      return follow(at.file, value.$ref, hops + 1)
    }
    return { kind: 'found', value: { place: at, json: value } }
  }

  function findById(file: string, ref: string): Resolution | undefined {
    const opened = store.open(file)
    if (opened.kind !== 'file') return undefined
    const found = searchId(opened.file.json, '', ref)
    return (
      found && {
        kind: 'found',
        value: { place: { file, pointer: found.pointer }, json: found.json },
      }
    )
  }
}

function notThere(target: Target): Resolution {
  return { kind: 'missing', reason: `${target.file} has no #${target.fragment}` }
}

/** Whether an object refers to something else. */
export function isReference(
  value: Json | undefined,
): value is JsonObject & { readonly $ref: string } {
  return isObject(value) && typeof value['$ref'] === 'string'
}

/** A schema that says more beside its `$ref` is a value of its own; any other element is not. */
function isTransparent(value: JsonObject, pointer: string): boolean {
  if (Object.keys(value).length === 1) return true
  if (/\/schemas?(\/|$)/.test(pointer)) return false
  return /\/(contentDescriptors|errors|examplePairings|examples|links|methods|params|result|tags)(\/[^/]*)?$/.test(
    pointer,
  )
}

/** Finds a schema by `$id`, `id` or `$anchor`, for documents that refer by name. */
function searchId(
  json: Json,
  pointer: string,
  ref: string,
): { readonly pointer: string; readonly json: Json } | undefined {
  if (isObject(json)) {
    if (json['$id'] === ref || json['id'] === ref || `#${textOf(json['$anchor'])}` === ref) {
      return { pointer, json }
    }
    for (const [key, inner] of Object.entries(json)) {
      const found = searchId(inner, child(pointer, key), ref)
      if (found !== undefined) return found
    }
  } else if (isArray(json)) {
    for (const [index, inner] of json.entries()) {
      const found = searchId(inner, child(pointer, index), ref)
      if (found !== undefined) return found
    }
  }
  return undefined
}
