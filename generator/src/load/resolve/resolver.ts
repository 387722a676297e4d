import { valueAt } from '../../json/place.ts'
import { child, isObject, isReference, longestChain, step, tokensOf } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import type { Resolved } from '../../openrpc/loaded.ts'
import { type NamedSchemas, namedSchemas } from '../../openrpc/named-schemas.ts'
import type { FileStore } from '../files.ts'
import { isRemote } from '../read/paths.ts'
import { type Target, targetOf } from './target.ts'

/**
 * Maximum recursion depth for pointers that contain references: to follow such a pointer, the
 * reference on its path must be resolved first.
 */
const maxNesting = 100

export type Resolution =
  | { readonly kind: 'found'; readonly value: Resolved }
  | { readonly kind: 'missing'; readonly reason: string }
  /** The file has errors, which are reported separately. */
  | { readonly kind: 'faulty' }
  /** References are not allowed to read this file. */
  | { readonly kind: 'outside'; readonly file: string }
  | { readonly kind: 'circular' }
  | { readonly kind: 'long'; readonly reason: string }

interface Link {
  readonly kind: 'link'
  readonly file: string
  readonly ref: string
}

/** The final target of a chain of references, and the number of references in the chain. */
interface End {
  readonly resolution: Resolution
  readonly links: number
}

interface Resolver {
  readonly root: string
  readonly store: FileStore
  /**
   * Final targets by file and reference. The cache avoids quadratic time, because every reference
   * in a long chain is resolved separately.
   */
  readonly ends: Map<string, End>
  /**
   * Schemas with an `$id` or anchor, by file. They are cached, because each URL that was not
   * downloaded is looked up in every file.
   */
  readonly named: WeakMap<object, NamedSchemas>
}

export type Follow = (fromFile: string, ref: string) => Resolution

/** Creates a resolver that follows references through files without expanding them. */
export function createResolver(root: string, store: FileStore): Follow {
  const resolver: Resolver = { root, store, ends: new Map(), named: new WeakMap() }
  let replacements = store.replacements()
  return (fromFile, ref) => {
    if (replacements !== store.replacements()) resolver.ends.clear()
    replacements = store.replacements()
    const { resolution, links } = follow(resolver, fromFile, ref, 0)
    if (resolution.kind !== 'found' || links <= longestChain) return resolution
    return { kind: 'long', reason: `it has ${links} references` }
  }
}

const circular: Resolution = { kind: 'circular' }

function follow(resolver: Resolver, fromFile: string, ref: string, nesting: number): End {
  const { ends } = resolver
  const passed = new Set<string>()
  let link: Link = { kind: 'link', file: fromFile, ref }
  for (;;) {
    const key = `${link.file}\n${link.ref}`
    const known = ends.get(key)
    const next =
      known?.resolution ?? (passed.has(key) ? circular : oneStep(resolver, link, nesting))
    if (next.kind === 'link') {
      passed.add(key)
      link = next
      continue
    }
    const end = known ?? { resolution: next, links: 1 }
    let links = end.links + passed.size
    const whole = { resolution: next, links }
    // A target that is missing now may be downloaded later, and a chain that was cut off because of
    // its nesting may resolve from another start. Neither result is cached.
    const isFinal = next.kind !== 'missing' && (next.kind !== 'circular' || nesting === 0)
    if (!isFinal) return whole
    for (const link of passed) ends.set(link, { resolution: next, links: links-- })
    ends.set(key, end)
    return whole
  }
}

/** Returns the target of a reference, or the next reference if the target is itself a reference. */
function oneStep(resolver: Resolver, { file, ref }: Link, nesting: number): Resolution | Link {
  const { root, store } = resolver
  const target = targetOf({ root, file, base: store.files.get(file)?.base, ref })
  if (isRemote(target.file) && !store.files.has(target.file)) {
    // This URL was not downloaded, so it can only be the `$id` of a schema in a loaded file.
    for (const known of store.files.keys()) {
      const found = schemaByName(resolver, known, ref)
      if (found !== undefined) return found
    }
    return { kind: 'missing', reason: `${target.file} is remote` }
  }
  const opened = store.open(target.file)
  if (opened.kind === 'faulty') return opened
  if (opened.kind === 'outside') return { ...opened, file: target.file }
  if (opened.kind === 'missing') {
    const reason = `${target.file}: ${opened.reason}`
    return schemaByName(resolver, file, ref) ?? { kind: 'missing', reason }
  }
  if (target.fragment !== '' && !target.fragment.startsWith('/')) {
    return schemaByName(resolver, target.file, `#${target.fragment}`) ?? notThere(target)
  }
  const { json, moved } = opened.file
  const fragment = moved?.(target.fragment) ?? target.fragment
  return descend(resolver, { file: target.file, fragment }, json, nesting)
}

/**
 * Follows a JSON pointer. If a value on the path is a reference, the search continues in the target
 * of the reference.
 */
function descend(
  resolver: Resolver,
  target: Target,
  json: Json,
  nesting: number,
): Resolution | Link {
  if (nesting > maxNesting) return circular
  let value = json
  let at = { file: target.file, pointer: '' }
  for (const token of tokensOf(target.fragment)) {
    let next = step(value, token)
    if (next === undefined && isReference(value)) {
      const hop = follow(resolver, at.file, value.$ref, nesting + 1).resolution
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

/** Finds the schema with the given `$id` or anchor in a file. */
function schemaByName(
  { store, named }: Resolver,
  file: string,
  ref: string,
): Resolution | undefined {
  const opened = store.open(file)
  if (opened.kind !== 'file' || !isObject(opened.file.json)) return undefined
  const root = opened.file.json
  const names = named.get(root) ?? namedSchemas(root)
  named.set(root, names)
  const pointer = names.find(ref, root)
  const json = pointer === undefined ? undefined : valueAt(root, pointer)
  if (pointer === undefined || json === undefined) return undefined
  return { kind: 'found', value: { place: { file, pointer }, json } }
}

function notThere({ file, fragment }: Target, near = ''): Resolution {
  const hint = fragment === '' || fragment.startsWith('/') ? near : '; a pointer must start with #/'
  return { kind: 'missing', reason: `${file} has no #${fragment}${hint}` }
}

/** Suggests a key that differs from a pointer token only in case and separators. */
function nearTo(value: Json, token: string): string {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const near = isObject(value)
    ? Object.keys(value).find((key) => plain(key) === plain(token))
    : undefined
  return near === undefined ? '' : `; did you mean ${near}?`
}

/**
 * Whether a reference can be replaced with its target. A reference with schema keywords next to
 * `$ref` cannot be replaced, because those keywords apply as well.
 */
function isTransparent(value: JsonObject, pointer: string): boolean {
  if (Object.keys(value).length === 1) return true
  if (/\/schemas?(\/|$)/.test(pointer)) return false
  return /\/(contentDescriptors|errors|examplePairings|examples|links|methods|params|result|tags)(\/[^/]*)?$/.test(
    pointer,
  )
}
