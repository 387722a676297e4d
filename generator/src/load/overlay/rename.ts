import { mapItems, mapMembers } from '../../json/map.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import { isArray, isObject } from '../../json/pointer.ts'
import type { NameBook } from './names.ts'

/** Keys of members that contain prose, in which names are replaced. */
const prose = new Set(['description', 'summary', 'title', 'reason', 'message', 'help', 'term'])
/** Keys of members whose value is a method name. */
const methodMembers = new Set(['replacedBy', 'notification', 'unsubscribe'])
const groupPaths = new Set(['path', 'wsPath'])

/** Applies the renames of an overlay to a file. Unchanged values keep their identity. */
export function rename(json: Json, names: NameBook): Json {
  return renamed(json, [], names)
}

/** `path` is the list of keys from the root to the value. */
function renamed(json: Json, path: readonly string[], names: NameBook): Json {
  if (typeof json === 'string') return textAt(json, path, names)
  if (isArray(json)) {
    return mapItems(json, (item, index) => renamed(item, [...path, String(index)], names))
  }
  if (!isObject(json)) return json
  const member = exampleMember(json, path)
  return mapMembers(json, (value, key) => {
    const at = [...path, key]
    if (key === 'value' && member !== undefined) return valueOf(value, member, names)
    return isSchemaValue(at)
      ? valueOf(value, { kind: 'param', name: propertyOf(path) }, names)
      : renamed(value, at, names)
  })
}

function textAt(text: string, path: readonly string[], names: NameBook): string {
  const [grand, parent, key] = [path.at(-3), path.at(-2), path.at(-1) ?? '']
  if (key === '$ref') return text
  if (key === 'name' && grand === 'methods') return names.method(text)
  if (methodMembers.has(key) || (key === 'method' && path.includes('links')))
    return names.method(text)
  if (grand === 'x-group' && parent === 'namespaces') return names.namespace(text)
  if (grand === 'x-group' && parent === 'featured') return names.method(text)
  if (parent === 'x-group' && groupPaths.has(key)) return names.path(text)
  if (parent === 'paths' && path.includes('x-rest')) return names.path(text)
  if (key === 'url' && path.includes('servers')) return names.path(text)
  if (key === 'x-unit') return names.unit(text)
  if (key === 'value' && grand === 'x-constants') return names.asset(undefined, text)
  if (parent === 'aliases' && path.includes('x-glossary')) return names.prose(text)
  // A schema property called `description` has a schema as its value, not prose.
  return prose.has(key) ? names.prose(text) : text
}

/** The param or result to which an example value belongs. */
type Shown =
  { readonly kind: 'param'; readonly name: string | undefined } | { readonly kind: 'result' }

function exampleMember(json: JsonObject, path: readonly string[]): Shown | undefined {
  if (!path.includes('examples') && !path.includes('examplePairings')) return undefined
  if (!Object.hasOwn(json, 'value')) return undefined
  if (path.at(-1) === 'result') return { kind: 'result' }
  if (path.at(-2) !== 'params') return undefined
  return { kind: 'param', name: typeof json['name'] === 'string' ? json['name'] : '' }
}

/**
 * Whether a path leads to a value inside a schema. `examples` of a method are excluded, because
 * they are example pairings.
 */
function isSchemaValue(path: readonly string[]): boolean {
  const key = path.at(-1) ?? ''
  if (path.at(-2) === 'properties') return false
  if (key === 'examples') return path.at(-3) !== 'methods'
  return ['default', 'const', 'enum'].includes(key)
}

/**
 * Returns the name of the property whose schema is at a path. Returns undefined for a component,
 * because several properties may refer to a component.
 */
function propertyOf(path: readonly string[]): string | undefined {
  const at = path.lastIndexOf('properties')
  return at < 0 ? undefined : path[at + 1]
}

/**
 * Renames asset aliases and virtual machines in an example value or a value of a schema. Virtual
 * machines are only renamed in results, where they may also be member names.
 */
function valueOf(json: Json, shown: Shown, names: NameBook): Json {
  if (typeof json === 'string') {
    const asset = names.asset(shown.kind === 'param' ? shown.name : '', json)
    return shown.kind === 'result' && asset === json ? names.machine(json) : asset
  }
  if (isArray(json)) return mapItems(json, (item) => valueOf(item, shown, names))
  if (!isObject(json)) return json
  const isResult = shown.kind === 'result'
  const values = mapMembers(json, (value, key) => {
    if (typeof value !== 'string') return valueOf(value, shown, names)
    const asset = names.asset(key, value)
    return isResult && asset === value ? names.machine(value) : asset
  })
  if (!isResult || !Object.keys(values).some((key) => names.machine(key) !== key)) return values
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [names.machine(key), value]),
  )
}
