import { jsonText, readJson } from '../../json/text.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import { child, isArray, isObject, step, stepInto } from '../../json/pointer.ts'

/** A JSON value that is being modified, with the origin of each nested value. */
export interface Patch {
  readonly json: () => Json
  /**
   * Merges a value into an object or appends it to an array. Returns an error message on failure.
   */
  readonly update: (location: readonly string[], value: Json, from: Place) => string | undefined
  /** Removes values. Returns an error message on failure. */
  readonly remove: (locations: readonly (readonly string[])[]) => string | undefined
  /** Returns the place at which a value was written: in the document or in an overlay. */
  readonly origin: (tokens: readonly string[]) => Place
}

interface Draft {
  readonly file: string
  readonly root: Json
  /**
   * Origins of members of modified objects. A member is only recorded if its origin differs from
   * the origin of its parent.
   */
  readonly members: WeakMap<object, Map<string, Place>>
  readonly items: WeakMap<object, Place[]>
}

/** Creates a modifiable copy of a value; the original does not change. */
export function openPatch(file: string, original: Json): Patch {
  const draft: Draft = {
    file,
    root: copyOf(original),
    members: new WeakMap(),
    items: new WeakMap(),
  }
  return {
    json: () => draft.root,
    origin: (tokens) => originOf(draft, tokens),
    update: (location, value, from) => update(draft, location, value, from),
    remove(locations) {
      if (locations.some(({ length }) => length === 0))
        return 'the whole document cannot be removed'
      // Remove from the end of each array, so that the remaining indices stay valid.
      for (const location of locations.toSorted(byPlace).toReversed()) removeOne(draft, location)
      return undefined
    },
  }
}

function originOf(draft: Draft, tokens: readonly string[]): Place {
  let value: Json | undefined = draft.root
  let place: Place = { file: draft.file, pointer: '' }
  for (const token of tokens) {
    place = originBelow(draft, value, place, token)
    value = stepInto(value, token)
  }
  return place
}

function originBelow(draft: Draft, value: Json | undefined, place: Place, token: string): Place {
  const known = isArray(value)
    ? draft.items.get(value)?.[Number(token)]
    : isObject(value)
      ? draft.members.get(value)?.get(token)
      : undefined
  return known ?? { file: place.file, pointer: child(place.pointer, token) }
}

function at({ root }: Draft, location: readonly string[]): Json | undefined {
  return location.reduce<Json | undefined>(stepInto, root)
}

/**
 * Returns the origins of all items of an array. Removing an item would otherwise shift the recorded
 * indices.
 */
function itemsOf({ items }: Draft, list: readonly Json[], place: Place): Place[] {
  const known = items.get(list)
  if (known !== undefined) return known
  const fresh = list.map((_, index) => ({ ...place, pointer: child(place.pointer, index) }))
  items.set(list, fresh)
  return fresh
}

function update(
  draft: Draft,
  location: readonly string[],
  value: Json,
  from: Place,
): string | undefined {
  const target = at(draft, location)
  if (isArray(target)) {
    itemsOf(draft, target, originOf(draft, location)).push(from)
    writableList(target).push(copyOf(value))
    return undefined
  }
  if (!isObject(target)) return 'the target is neither an object nor an array'
  if (!isObject(value)) return 'the target is an object, so `update` must be an object'
  merge(draft, target, value, from)
  return undefined
}

function merge(draft: Draft, object: JsonObject, value: JsonObject, from: Place): void {
  for (const [key, inner] of Object.entries(value)) {
    const place = { file: from.file, pointer: child(from.pointer, key) }
    const known = step(object, key)
    if (isObject(known) && isObject(inner)) merge(draft, known, inner, place)
    else {
      setMember(object, key, copyOf(inner))
      const changed = draft.members.get(object) ?? new Map<string, Place>()
      draft.members.set(object, changed.set(key, place))
    }
  }
}

function removeOne(draft: Draft, location: readonly string[]): void {
  const token = location.at(-1) ?? ''
  const holder = at(draft, location.slice(0, -1))
  if (isArray(holder)) {
    itemsOf(draft, holder, originOf(draft, location.slice(0, -1))).splice(Number(token), 1)
    writableList(holder).splice(Number(token), 1)
  } else if (isObject(holder)) {
    Reflect.deleteProperty(holder, token)
    draft.members.get(holder)?.delete(token)
  }
}

/**
 * Casts a readonly array to a writable array. The cast is safe because the tree is a private copy.
 */
function writableList(list: readonly Json[]): Json[] {
  return list as Json[]
}

/** Sets a member with `defineProperty`, because assignment to `__proto__` would change the prototype. */
function setMember(object: JsonObject, key: string, value: Json): void {
  const member = { value, enumerable: true, configurable: true, writable: true }
  Object.defineProperty(object, key, member)
}

/** Compares paths by document order, with a parent before its children. */
function byPlace(left: readonly string[], right: readonly string[]): number {
  for (const [index, token] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    if (token === other) continue
    const distance = Number(token) - Number(other)
    return Number.isNaN(distance) ? (token < other ? -1 : 1) : distance
  }
  return left.length - right.length
}

/**
 * Copies a value by serializing and parsing it. In memory, a YAML anchor and its aliases are the
 * same object, but they must be modified separately.
 */
function copyOf(json: Json): Json {
  return readJson(jsonText(json))
}
