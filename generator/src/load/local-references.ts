import type { Finding } from '../diagnostics/diagnostics.ts'
import type { Json } from '../json/types.ts'
import { decodeFragment, namedSchemas } from '../openrpc/named-schemas.ts'
import { mapItems, mapMembers } from '../json/map.ts'
import { valueAt } from '../json/place.ts'
import { child, fragmentOf, isArray, isObject } from '../json/pointer.ts'

/** A value whose references are all relative to the root of its file. */
export interface Rooted {
  readonly json: Json
  readonly findings: readonly Finding[]
}

/** Enclosing schemas, the outermost first. */
interface Outer {
  readonly json: Json
  readonly pointer: string
}

/**
 * Rewrites references relative to a nested schema as pointers from the root of the file: `#/$defs/Pet`,
 * `#anchor` and `pet.json#/$defs/Tag` below a schema with an `$id`, as JSON Schema specifies. Below a schema
 * without an `$id`, a pointer is rewritten if it resolves in that schema and not in the root: schema generators
 * write such pointers.
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
    // A pointer that is relative to the root schema does not change.
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

/** Whether the pointer of a reference resolves in a value. */
function leads(from: Json, ref: string): boolean {
  return valueAt(from, decodeFragment(ref.slice(1))) !== undefined
}

/**
 * Whether a text may contain references relative to a nested schema. Most files contain none and need not be
 * searched.
 */
export function mayHoldLocals(text: string): boolean {
  return /\$id\b|\$defs\b|\bdefinitions\b/.test(text)
}
