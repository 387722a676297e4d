import type { Json } from 'rpcloom/model'
import { isJsonObject, textMember } from '../site/schema-member.ts'

/** `#/components/<kind>/<name>`, as a reference writes it. */
export const componentRef: RegExp = /^#\/components\/([^/]+)\/([^/]+)(.*)$/s

/** `kind/name` of every component that a part of a document refers to. */
export function componentNames(json: Json): readonly string[] {
  if (Array.isArray(json)) return (json as readonly Json[]).flatMap(componentNames)
  if (!isJsonObject(json)) return []
  const [, kind, name] = componentRef.exec(textMember(json, '$ref') ?? '') ?? []
  const own = kind === undefined || name === undefined ? [] : [`${kind}/${unescaped(name)}`]
  return [...own, ...Object.values(json).flatMap(componentNames)]
}

/** A part of a JSON pointer as the name that it stands for. */
export function unescaped(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
