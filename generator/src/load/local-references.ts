import type { Finding } from '../diagnostics.ts'
import type { Json } from '../model/types.ts'
import { child, isArray, isObject, step, textOf, tokensOf } from './pointer.ts'

/** A value whose references all start at the root of its file. */
export interface Rooted {
  readonly json: Json
  readonly findings: readonly Finding[]
}

/** A schema around a place, the outermost first. */
interface Outer {
  readonly json: Json
  readonly pointer: string
}

/**
 * Writes references that start at a schema inside of the file, as pointers from its root: `#/$defs/Pet` below
 * a schema with an `$id`, where JSON Schema says so, and below one without, where the file's root has no
 * such place and the schema has, which is what generators of schemas leave behind.
 */
export function rootReferences(file: string, root: Json): Rooted {
  const findings: Finding[] = []
  return { json: visit(root, '', []), findings }

  function visit(json: Json, pointer: string, outer: readonly Outer[]): Json {
    if (isArray(json)) {
      const items = json.map((item, index) => visit(item, child(pointer, index), outer))
      return items.every((item, index) => item === json[index]) ? json : items
    }
    if (!isObject(json)) return json
    const around = [...outer, { json, pointer }]
    const members = Object.entries(json).map(([key, value]): readonly [string, Json] => {
      const isLocal = key === '$ref' && typeof value === 'string' && value.startsWith('#/')
      return [
        key,
        isLocal ? rooted(value, pointer, around) : visit(value, child(pointer, key), around),
      ]
    })
    // Object.fromEntries defines members, `__proto__` too.
    return members.every(([key, value]) => json[key] === value) ? json : Object.fromEntries(members)
  }

  function rooted(ref: string, pointer: string, around: readonly Outer[]): string {
    const resource = around.findLast(({ json }) => isResource(json))
    const known = resource !== undefined && leads(resource.json, ref)
    if (!known && leads(root, ref)) return ref
    const holder = known ? resource : around.findLast(({ json }) => leads(json, ref))
    if (holder === undefined || holder.pointer === '') return ref
    if (!known) {
      const message = `The reference ${ref} is read from ${holder.pointer}: the file has no such place.`
      findings.push({ code: 'RL117', message, place: { file, pointer } })
    }
    return `#${encodeURI(holder.pointer)}${ref.slice(1)}`
  }
}

/** A schema with a name of its own, which its references start from; the document is none. */
function isResource(json: Json): boolean {
  const id = isObject(json) ? textOf(json['$id']) : ''
  return id !== '' && !id.startsWith('#')
}

function leads(from: Json, ref: string): boolean {
  let pointer = ref.slice(1)
  try {
    pointer = decodeURIComponent(pointer)
  } catch (error) {
    // A lone `%` is no escape.
    if (!(error instanceof URIError)) throw error
  }
  return (
    tokensOf(pointer).reduce<Json | undefined>(
      (value, token) => (value === undefined ? undefined : step(value, token)),
      from,
    ) !== undefined
  )
}

/** Whether a text may hold such references at all: most files are not looked through. */
export function mayHoldLocals(text: string): boolean {
  return /\$id\b|\$defs\b|\bdefinitions\b/.test(text)
}
