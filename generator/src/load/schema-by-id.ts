import type { Json } from '../json/types.ts'
import { decodeFragment } from '../openrpc/named-schemas.ts'
import { child, isArray, isObject, stepInto, textOf, tokensOf } from '../json/pointer.ts'
import type { Resolved } from '../openrpc/loaded.ts'

/**
 * Finds the schema of a file whose `$id` is the reference, then follows the pointer that comes after the ID.
 */
export function schemaById(file: string, root: Json, ref: string): Resolved | undefined {
  const names = namesIn(root)
  const hash = ref.indexOf('#/')
  const found = names.get(ref) ?? (hash > 0 ? names.get(ref.slice(0, hash)) : undefined)
  if (found === undefined) return undefined
  const inside = names.has(ref) || hash < 0 ? '' : decodeFragment(ref.slice(hash + 1))
  const json = tokensOf(inside).reduce<Json | undefined>(stepInto, found.json)
  return json === undefined ? undefined : { place: { file, pointer: found.pointer + inside }, json }
}

interface Named {
  readonly pointer: string
  readonly json: Json
}

const namesByFile = new WeakMap<object, ReadonlyMap<string, Named>>()

/**
 * Returns every schema of a file with a name from `$id`, `id` or `$anchor`. If a name is repeated, the first
 * schema has it.
 */
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
