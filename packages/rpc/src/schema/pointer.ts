import { isRecord } from '../json-rpc.ts'

/** A resolver for `#`, `#/json/pointer` and `#anchor` inside one document. */
export function pointerResolver(document: unknown): (ref: string) => unknown {
  return (ref) => {
    if (!ref.startsWith('#')) return undefined
    const fragment = decoded(ref.slice(1))
    if (fragment === '' || fragment.startsWith('/')) return atPointer(document, fragment)
    return findAnchor(document, fragment, new Set())
  }
}

/** The part of a JSON value at a JSON pointer (RFC 6901), `undefined` where there is none. */
export function atPointer(value: unknown, pointer: string): unknown {
  let here = value
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as Record<string, unknown>)[name]
  }
  return here
}

/** What a reference object stands for, through further references; anything else is itself. */
export function dereference(value: unknown, resolve: (ref: string) => unknown): unknown {
  let here = value
  for (let hops = 0; isRecord(here) && typeof here['$ref'] === 'string'; hops++) {
    // References that go round in circles stand for nothing.
    if (hops === 50) return undefined
    here = resolve(here['$ref'])
  }
  return here
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    // A lone % stands for itself: such a fragment can still name a member.
    return fragment
  }
}

function findAnchor(value: unknown, anchor: string, seen: Set<unknown>): unknown {
  if (typeof value !== 'object' || value === null || seen.has(value)) return undefined
  seen.add(value)
  if (isRecord(value) && (value['$anchor'] === anchor || value['$id'] === `#${anchor}`))
    return value
  for (const inner of Object.values(value)) {
    const found = findAnchor(inner, anchor, seen)
    if (found !== undefined) return found
  }
  return undefined
}
