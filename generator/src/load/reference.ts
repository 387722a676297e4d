import { posix } from 'node:path'
import type { Json, JsonObject } from '../json/types.ts'
import { isRemote, toProjectPath, type FileStore } from './files.ts'
import { decodeFragment } from '../openrpc/named-schemas.ts'
import { otherWays, waysFromAbove } from './other-ways.ts'
import { child, isObject, isReference, step, tokensOf, longestChain } from '../json/pointer.ts'
import { schemaById } from './schema-by-id.ts'
import type { Resolved } from '../openrpc/loaded.ts'

/** Maximum nesting of pointers that pass through references. */
const maxNesting = 100

/** The target of a reference, before the target is looked up. */
export interface Target {
  readonly file: string
  readonly fragment: string
}

export type Resolution =
  | {
      readonly kind: 'found'
      readonly value: Resolved
      /** The corrected reference, if the original did not resolve. */
      readonly readAs?: string
    }
  | { readonly kind: 'missing'; readonly reason: string }
  /** The file has faults, which are reported separately. */
  | { readonly kind: 'faulty' }
  /** References may not read this file. */
  | { readonly kind: 'outside'; readonly file: string }
  | { readonly kind: 'circular' }
  | { readonly kind: 'long'; readonly reason: string }

/** A reference with the file that contains it. */
interface Link {
  readonly kind: 'link'
  readonly file: string
  readonly ref: string
}

/** The target of a chain of references, and its length. */
interface End {
  readonly resolution: Resolution
  readonly links: number
}

const circular: Resolution = { kind: 'circular' }

/** A reference, the file that contains it, and the file's address if it was downloaded. */
interface Written {
  readonly root: string
  readonly file: string
  readonly base: string | undefined
  readonly ref: string
}

/** Splits a `$ref` and resolves its file part against the file that contains it. */
export function targetOf({ root, file, base = file, ref }: Written): Target {
  const hash = ref.indexOf('#')
  const path = hash === -1 ? ref : ref.slice(0, hash)
  const fragment = hash === -1 ? '' : decodeFragment(ref.slice(hash + 1))
  if (path === '') return { file, fragment }
  if (isRemote(path)) return { file: path, fragment }
  if (isRemote(base)) return { file: addressOf(path, base), fragment }
  const decoded = decodeFragment(path)
  const local = decoded.startsWith('/') ? decoded : posix.join(posix.dirname(file), decoded)
  return { file: toProjectPath(root, local), fragment }
}

/** Resolves an address against another. An invalid address is returned unchanged and will not be found. */
function addressOf(path: string, base: string): string {
  return URL.canParse(path, base) ? new URL(path, base).href : path
}

/** Creates a resolver that follows references through files without expanding them. */
export function createResolver(
  root: string,
  store: FileStore,
): (fromFile: string, ref: string) => Resolution {
  const cache = new Map<string, End>()
  let normalizations = store.normalizations()
  let isTrying = false
  return (fromFile, ref) => {
    if (normalizations !== store.normalizations()) cache.clear()
    normalizations = store.normalizations()
    const { resolution, links } = follow(fromFile, ref, 0)
    if (resolution.kind === 'missing' || resolution.kind === 'outside') {
      return meant(fromFile, ref) ?? resolution
    }
    if (resolution.kind !== 'found' || links <= longestChain) return resolution
    return { kind: 'long', reason: `it has ${links} references` }
  }

  /** Returns what an unresolved reference can only mean. A corrected reference is not corrected again. */
  function meant(fromFile: string, ref: string): Resolution | undefined {
    if (isTrying) return undefined
    isTrying = true
    try {
      return meantAtOnce(fromFile, ref)
    } finally {
      isTrying = false
    }
  }

  function meantAtOnce(fromFile: string, ref: string): Resolution | undefined {
    const found = otherWays(ref).flatMap((readAs) => tried(fromFile, readAs))
    if (found.length === 1) return found[0]
    // Some repositories write paths relative to a parent folder.
    if (isRemote(fromFile)) return undefined
    for (const readAs of waysFromAbove(ref)) {
      const [nearest] = tried(fromFile, readAs)
      if (nearest !== undefined) return nearest
    }
    return undefined
  }

  function tried(fromFile: string, readAs: string): readonly Resolution[] {
    const { resolution } = follow(fromFile, readAs, 0)
    return resolution.kind === 'found' ? [{ ...resolution, readAs }] : []
  }

  /** Follows a chain of references to its end. The end is cached for every reference of the chain. */
  function follow(fromFile: string, ref: string, nesting: number): End {
    const passed = new Set<string>()
    let link: Link = { kind: 'link', file: fromFile, ref }
    for (;;) {
      const key = `${link.file}\n${link.ref}`
      const known = cache.get(key)
      const next = known?.resolution ?? (passed.has(key) ? circular : oneStep(link, nesting))
      if (next.kind === 'link') {
        passed.add(key)
        link = next
        continue
      }
      // The reference that does not resolve may be a component on the way, rather than the one to start from.
      const isAstray = passed.size > 0 && (next.kind === 'missing' || next.kind === 'outside')
      const other = isAstray ? meant(link.file, link.ref) : undefined
      if (other?.kind === 'found') {
        const { value } = other
        return { resolution: { kind: 'found', value }, links: 1 + passed.size }
      }
      const end = known ?? { resolution: next, links: 1 }
      // Do not cache a chain that was cut off because of its nesting: it may resolve from another start. Nor
      // a missing target: it may still be downloaded.
      if (next.kind !== 'missing' && (next.kind !== 'circular' || nesting === 0))
        remember(passed, key, end)
      return { resolution: next, links: end.links + passed.size }
    }
  }

  function remember(passed: ReadonlySet<string>, last: string, end: End): void {
    let links = end.links + passed.size
    for (const key of passed) cache.set(key, { resolution: end.resolution, links: links-- })
    cache.set(last, end)
  }

  /** Resolves a reference by one step: to a value or to another reference. */
  function oneStep({ file, ref }: Link, nesting: number): Resolution | Link {
    const target = targetOf({ root, file, base: store.files.get(file)?.base, ref })
    if (isRemote(target.file) && !store.files.has(target.file)) {
      // Nothing was downloaded from this address, so it can only be the ID of a schema in the documents.
      return named(ref) ?? { kind: 'missing', reason: `${target.file} is remote` }
    }
    const opened = store.open(target.file)
    if (opened.kind === 'faulty') return opened
    if (opened.kind === 'outside') return { ...opened, file: target.file }
    if (opened.kind === 'missing') {
      return findById(file, ref) ?? { kind: 'missing', reason: `${target.file}: ${opened.reason}` }
    }
    if (target.fragment !== '' && !target.fragment.startsWith('/')) {
      return findById(target.file, `#${target.fragment}`) ?? notThere(target)
    }
    const { json, moved } = opened.file
    const fragment = moved?.(target.fragment) ?? target.fragment
    return descend({ file: target.file, fragment }, json, nesting)
  }

  /** Follows a pointer. If a value on the way is a reference, it continues at the reference's target. */
  function descend(target: Target, json: Json, nesting: number): Resolution | Link {
    if (nesting > maxNesting) return circular
    let value = json
    let at = { file: target.file, pointer: '' }
    for (const token of tokensOf(target.fragment)) {
      let next = step(value, token)
      if (next === undefined && isReference(value)) {
        const hop = follow(at.file, value.$ref, nesting + 1).resolution
        if (hop.kind !== 'found') return hop
        at = hop.value.place
        value = hop.value.json
        next = step(value, token)
      }
      if (next === undefined) return notThere(target, nearTo(value, token))
      value = next
      at = { file: at.file, pointer: child(at.pointer, token) }
    }
    if (isReference(value) && isTransparent(value, at.pointer)) {
      return { kind: 'link', file: at.file, ref: value.$ref }
    }
    return { kind: 'found', value: { place: at, json: value } }
  }

  /** Finds the schema with this ID in the files that were read. */
  function named(ref: string): Resolution | undefined {
    for (const file of store.files.keys()) {
      const found = findById(file, ref)
      if (found !== undefined) return found
    }
    return undefined
  }

  function findById(file: string, ref: string): Resolution | undefined {
    const opened = store.open(file)
    const value = opened.kind === 'file' ? schemaById(file, opened.file.json, ref) : undefined
    return value && { kind: 'found', value }
  }
}

function notThere({ file, fragment }: Target, near = ''): Resolution {
  const hint = fragment === '' || fragment.startsWith('/') ? near : '; a pointer must start with #/'
  return { kind: 'missing', reason: `${file} has no #${fragment}${hint}` }
}

/** Suggests a key that differs from the token only in case and separators. */
function nearTo(value: Json, token: string): string {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const near = isObject(value)
    ? Object.keys(value).find((key) => plain(key) === plain(token))
    : undefined
  return near === undefined ? '' : `; did you mean ${near}?`
}

/** Whether a reference stands for its target alone. A schema can have other keywords next to `$ref`. */
function isTransparent(value: JsonObject, pointer: string): boolean {
  if (Object.keys(value).length === 1) return true
  if (/\/schemas?(\/|$)/.test(pointer)) return false
  return /\/(contentDescriptors|errors|examplePairings|examples|links|methods|params|result|tags)(\/[^/]*)?$/.test(
    pointer,
  )
}
