import { isAnnotation, referenceNames } from '@rpcloom/schema/internal'
import { isObject } from '../json/members.ts'
import type { Located } from '../json/place.ts'
import type { Comparer } from './comparer.ts'
import { memberPath, note, type ComparedPath } from './differences.ts'
import type { Version } from './version.ts'
import { type Conjunction, placesOf, type View, viewOf } from './view.ts'

export function compareObjects(
  comparer: Comparer,
  compared: ComparedPath,
  old: View,
  now: View,
): void {
  // That any value is allowed now is a difference of the types.
  if (now.types === undefined && isOpen(comparer.after, now)) return
  const described = [...now.properties.keys()]
  if (isOpen(comparer.before, old) && described.length > 0)
    note(compared, 'object-described', { to: described })
  else compareProperties(comparer, compared, old, now)
  compareAdditional(comparer, compared, old, now)
  comparePatterns(comparer, compared, old, now)
}

/** Whether a schema says nothing about the members of an object. */
function isOpen(version: Version, view: View): boolean {
  const { properties, patterns, required } = view
  return properties.size + patterns.size + required.size === 0 && restOf(version, view).length === 0
}

/** Returns the schemas that restrict members that are not declared. */
function restOf(version: Version, { additional }: View): Conjunction {
  return additional.filter((schema) => !isAny(version, schema))
}

/** Whether a schema and those that it refers to allow any value. */
function isAny(version: Version, schema: Located): boolean {
  return viewOf(version, [schema]).schemas.every(
    ({ json }) =>
      isObject(json) &&
      Object.keys(json).every((name) => referenceNames.includes(name) || isAnnotation(name)),
  )
}

function compareProperties(comparer: Comparer, compared: ComparedPath, old: View, now: View): void {
  const names = [old, now].flatMap(({ properties, required }) => [
    ...properties.keys(),
    ...required,
  ])
  for (const name of new Set(names)) compareProperty(comparer, compared, { name, old, now })
}

interface PropertyPair {
  readonly name: string
  readonly old: View
  readonly now: View
}

function compareProperty(comparer: Comparer, compared: ComparedPath, pair: PropertyPair): void {
  const { name, old, now } = pair
  const [was, is] = [memberOf(old, name), memberOf(now, name)]
  const path = memberPath(compared.path, name)
  if (was === undefined || is === undefined) {
    noteMember({ ...compared, path, ...placesOf(was, is) }, pair)
    return
  }
  const here = { ...compared, path, ...placesOf(was, is) }
  if (!old.required.has(name) && now.required.has(name)) {
    note(here, 'property-required', { name })
  } else if (old.required.has(name) && !now.required.has(name)) {
    note(here, 'property-optional', { name })
  }
  comparer.compare({ ...compared, path }, was, is)
}

/** Returns the schemas of a member that is declared or required. */
function memberOf(
  { properties, required, additional }: View,
  name: string,
): Conjunction | undefined {
  return properties.get(name) ?? (required.has(name) ? additional : undefined)
}

function noteMember(compared: ComparedPath, { name, old, now }: PropertyPair): void {
  if (old.properties.has(name)) note(compared, 'property-removed', { name })
  else if (old.required.has(name)) note(compared, 'property-optional', { name })
  else {
    const kind = now.required.has(name) ? 'required-property-added' : 'property-added'
    note(compared, kind, { name }, directionFrom(old))
  }
}

/**
 * Returns the direction of an added property. If the old schema only declares the type of all members, programs
 * represented the object as a map, so the change is `other`. Otherwise returns undefined: the kind of change determines
 * the direction.
 */
function directionFrom({ properties, patterns, additional }: View): 'other' | undefined {
  const isMap =
    properties.size + patterns.size === 0 && additional.some(({ json }) => isObject(json))
  return isMap ? 'other' : undefined
}

function compareAdditional(comparer: Comparer, compared: ComparedPath, old: View, now: View): void {
  const [was, is] = [restOf(comparer.before, old), restOf(comparer.after, now)]
  const here = { ...compared, ...placesOf(old.additional, now.additional) }
  const [wasClosed, isClosed] = [was, is].map((all) => all.some(({ json }) => json === false))
  if (wasClosed !== isClosed) {
    if (mayBeObject(old) && mayBeObject(now))
      note(here, isClosed ? 'object-closed' : 'object-opened')
  } else if (was.length > 0 && is.length > 0) {
    comparer.compare({ ...compared, path: `${compared.path}{}` }, was, is)
  } else if (was.length + is.length > 0 && mayBeObject(old) && mayBeObject(now)) {
    note(here, is.length > 0 ? 'members-typed' : 'members-untyped')
  }
}

function comparePatterns(comparer: Comparer, compared: ComparedPath, old: View, now: View): void {
  for (const pattern of new Set([...old.patterns.keys(), ...now.patterns.keys()])) {
    const [was, is] = [old.patterns.get(pattern), now.patterns.get(pattern)]
    const path = `${compared.path}{${pattern}}`
    const here = { ...compared, path, ...placesOf(was, is) }
    if (was !== undefined && is !== undefined) comparer.compare({ ...compared, path }, was, is)
    else note(here, was === undefined ? 'members-typed' : 'members-untyped', { name: pattern })
  }
}

function mayBeObject(view: View): boolean {
  return view.types === undefined || view.types.includes('object')
}
