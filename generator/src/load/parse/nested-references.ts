import { decodeFragment } from '@rpcloom/schema/internal'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Json } from '../../json/types.ts'
import { namedSchemas } from '../../openrpc/named-schemas.ts'
import { mapItems, mapMembers } from '../../json/map.ts'
import { valueAt } from '../../json/place.ts'
import { child, fragmentOf, isArray, isObject } from '../../json/pointer.ts'

/** A file whose references are all relative to its root. */
export interface Rooted {
  readonly json: Json
  readonly findings: readonly Finding[]
}

/** The schemas that enclose a value, from the outermost to the innermost. */
interface Outer {
  readonly json: Json
  readonly pointer: string
}

/**
 * Rewrites references that are relative to a nested schema into pointers from the root of the file.
 * Below a schema with an `$id`, JSON Schema defines `#/$defs/Pet`, `#anchor` and
 * `pet.json#/$defs/Tag` as relative to that schema. Below a schema without an `$id`, a pointer is
 * rewritten if it resolves in the nested schema and not from the root: some schema generators write
 * relative pointers.
 */
export function rootReferences(file: string, root: Json): Rooted {
  const findings: Finding[] = []
  const named = namedSchemas(root)
  return { json: visit(root, '', []), findings }

  function visit(json: Json, pointer: string, outer: readonly Outer[]): Json {
    if (isArray(json)) {
      return mapItems(json, (item, index) => visit(item, child(pointer, index), outer))
    }
    if (!isObject(json)) return json
    const around = [...outer, { json, pointer }]
    return mapMembers(json, (value, key) =>
      key === '$ref' && typeof value === 'string'
        ? rooted(value, pointer, around)
        : visit(value, child(pointer, key), around),
    )
  }

  function rooted(ref: string, pointer: string, around: readonly Outer[]): string {
    const base = around.findLast(({ json }) => named.bases.has(json))
    // A pointer relative to the root schema needs no rewriting.
    const isPlain = ref.startsWith('#/') && (base === undefined || base.pointer === '')
    const known = isPlain ? undefined : named.find(ref, base?.json)
    if (known !== undefined) return `#${fragmentOf(known)}`
    if (!ref.startsWith('#/') || leads(root, ref)) return ref
    const holder = around.findLast(({ json }) => leads(json, ref))
    if (holder === undefined || holder.pointer === '') return ref
    const message = `The reference ${ref} is resolved relative to ${holder.pointer}, since the file has no such location.`
    findings.push({ code: 'RL117', message, place: { file, pointer } })
    return `#${fragmentOf(holder.pointer)}${ref.slice(1)}`
  }
}

/** Whether the pointer of a reference exists in a value. */
function leads(from: Json, ref: string): boolean {
  return valueAt(from, decodeFragment(ref.slice(1))) !== undefined
}

/**
 * Whether a file may contain references relative to a nested schema. Most files contain none and
 * need not be searched.
 */
export function mayHaveNestedReferences(text: string): boolean {
  return /\$id\b|\$defs\b|\bdefinitions\b/.test(text)
}
