import type { Json } from 'rpcloom/model'
import { isJsonObject, textMember } from '../site/schema-member.ts'

/** Matches a reference to `#/components/<kind>/<name>`. */
export const componentRef: RegExp = /^#\/components\/([^/]+)\/([^/]+)(.*)$/s

const known = new WeakMap<object, readonly string[]>()

/** Returns `kind/name` of every component that a part of a document refers to. Cached per part. */
export function componentNames(json: Json): readonly string[] {
  if (typeof json !== 'object' || json === null) return []
  const names = known.get(json) ?? namesIn(json)
  known.set(json, names)
  return names
}

function namesIn(json: Json): readonly string[] {
  if (Array.isArray(json)) return (json as readonly Json[]).flatMap(namesIn)
  if (!isJsonObject(json)) return []
  const [, kind, name] = componentRef.exec(textMember(json, '$ref') ?? '') ?? []
  const own = kind === undefined || name === undefined ? [] : [`${kind}/${unescaped(name)}`]
  return [...own, ...Object.values(json).flatMap(namesIn)]
}

/** Unescapes a segment of a JSON pointer. */
export function unescaped(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
