import { posix } from 'node:path'
import type { Json, JsonObject } from '../model/types.ts'
import { isRemote, toProjectPath, type FileStore } from './files.ts'
import { otherWays, waysFromAbove } from './other-ways.ts'
import {
  child,
  isArray,
  isObject,
  isReference,
  step,
  textOf,
  tokensOf,
  longestChain,
} from './pointer.ts'
import type { Resolved } from './types.ts'

/** A pointer that runs through references which run through references: no document needs more. */
const maxNesting = 100
/** Links of a chain of references that are nothing else: each becomes a name for the next. */

/** Where a reference points, before anyone looked whether something is there. */
export interface Target {
  readonly file: string
  readonly fragment: string
}

export type Resolution =
  | {
      readonly kind: 'found'
      readonly value: Resolved
      /** What was meant, where the reference as written leads nowhere. */
      readonly readAs?: string
    }
  | { readonly kind: 'missing'; readonly reason: string }
  /** The file has faults that are reported for themselves. */
  | { readonly kind: 'faulty' }
  /** The file may not be read because a document says so. */
  | { readonly kind: 'outside'; readonly file: string }
  | { readonly kind: 'circular' }
  | { readonly kind: 'long'; readonly reason: string }

/** A reference as it is written, and the file that holds it. */
interface Link {
  readonly kind: 'link'
  readonly file: string
  readonly ref: string
}

/** What a chain of references leads to, and how long it is. */
interface End {
  readonly resolution: Resolution
  readonly links: number
}

const circular: Resolution = { kind: 'circular' }

/** A reference as it is written, the file that holds it, and where that file came from if elsewhere. */
interface Written {
  readonly root: string
  readonly file: string
  readonly base: string | undefined
  readonly ref: string
}

/** Splits a `$ref` and resolves its file part against the file that holds it. */
export function targetOf({ root, file, base = file, ref }: Written): Target {
  const hash = ref.indexOf('#')
  const path = hash === -1 ? ref : ref.slice(0, hash)
  const fragment = hash === -1 ? '' : decode(ref.slice(hash + 1))
  if (path === '') return { file, fragment }
  if (isRemote(path)) return { file: path, fragment }
  if (isRemote(base)) return { file: addressOf(path, base), fragment }
  const decoded = decode(path)
  const local = decoded.startsWith('/') ? decoded : posix.join(posix.dirname(file), decoded)
  return { file: toProjectPath(root, local), fragment }
}

/** An address that starts at another; what is none stays as it is, and is not found. */
function addressOf(path: string, base: string): string {
  return URL.canParse(path, base) ? new URL(path, base).href : path
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
    return { kind: 'long', reason: `${links} references follow each other` }
  }

  /** What a reference that leads nowhere can only have meant; a way to it has no other ways of its own. */
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
    // A path may start at a folder above its file: people keep a repository's documents so.
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

  /** Follows a chain of references to its end; every link of the chain is remembered to end there. */
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
      // A component that is a reference may be the one that leads astray.
      const isAstray = passed.size > 0 && (next.kind === 'missing' || next.kind === 'outside')
      const other = isAstray ? meant(link.file, link.ref) : undefined
      if (other?.kind === 'found') {
        const { value } = other
        return { resolution: { kind: 'found', value }, links: 1 + passed.size }
      }
      const end = known ?? { resolution: next, links: 1 }
      // What was cut off for its nesting may do from another start.
      // What is missing may come over the network yet.
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

  /** What a reference names: a value, or another reference. */
  function oneStep({ file, ref }: Link, nesting: number): Resolution | Link {
    const target = targetOf({ root, file, base: store.files.get(file)?.base, ref })
    if (isRemote(target.file) && !store.files.has(target.file)) {
      // An address may be no more than a name that a schema here has.
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

  /** Goes down the pointer; where an object on the way is itself a reference, goes on at its target. */
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

  /** What some file that was read calls by this address. */
  function named(ref: string): Resolution | undefined {
    for (const file of store.files.keys()) {
      const found = findById(file, ref)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** What carries a reference's text as its `$id`, and what a pointer behind it leads to. */
  function findById(file: string, ref: string): Resolution | undefined {
    const opened = store.open(file)
    if (opened.kind !== 'file') return undefined
    const names = namesIn(opened.file.json)
    const hash = ref.indexOf('#/')
    const found = names.get(ref) ?? (hash > 0 ? names.get(ref.slice(0, hash)) : undefined)
    if (found === undefined) return undefined
    const inside = names.has(ref) || hash < 0 ? '' : decode(ref.slice(hash + 1))
    const json = tokensOf(inside).reduce<Json | undefined>(
      (value, token) => (value === undefined ? undefined : step(value, token)),
      found.json,
    )
    const place = { file, pointer: found.pointer + inside }
    return json === undefined ? undefined : { kind: 'found', value: { place, json } }
  }
}

function notThere({ file, fragment }: Target, near = ''): Resolution {
  const hint = fragment === '' || fragment.startsWith('/') ? near : '; a pointer begins with #/'
  return { kind: 'missing', reason: `${file} has no #${fragment}${hint}` }
}

/** A key that is the token but for case and marks between words: what was meant, most often. */
function nearTo(value: Json, token: string): string {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const near = isObject(value)
    ? Object.keys(value).find((key) => plain(key) === plain(token))
    : undefined
  return near === undefined ? '' : `; there is ${near}`
}

/** A schema with other keywords next to its `$ref` is a value of its own; any other element is not. */
function isTransparent(value: JsonObject, pointer: string): boolean {
  if (Object.keys(value).length === 1) return true
  if (/\/schemas?(\/|$)/.test(pointer)) return false
  return /\/(contentDescriptors|errors|examplePairings|examples|links|methods|params|result|tags)(\/[^/]*)?$/.test(
    pointer,
  )
}

interface Named {
  readonly pointer: string
  readonly json: Json
}

const namesByFile = new WeakMap<object, ReadonlyMap<string, Named>>()

/** Every schema of a file that has a name of its own: by `$id`, `id` or `$anchor`, the first of a name. */
function namesIn(root: Json): ReadonlyMap<string, Named> {
  if (typeof root !== 'object' || root === null) return new Map()
  const known = namesByFile.get(root)
  if (known !== undefined) return known
  const names = new Map<string, Named>()
  namesByFile.set(root, names)
  collect(root, '')
  return names

  function collect(json: Json, pointer: string): void {
    if (isObject(json)) {
      const anchor = textOf(json['$anchor'])
      const id = textOf(json['$id']) || textOf(json['id'])
      for (const name of [id, anchor && `#${anchor}`]) {
        if (name !== '' && !names.has(name)) names.set(name, { pointer, json })
      }
      for (const [key, inner] of Object.entries(json)) collect(inner, child(pointer, key))
    } else if (isArray(json)) {
      for (const [index, inner] of json.entries()) collect(inner, child(pointer, index))
    }
  }
}
