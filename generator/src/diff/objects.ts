import { isObject } from '../json/members.ts'
import type { Comparer } from './comparer.ts'
import { memberPath, note, type ComparedPath } from './differences.ts'
import { placesOf, type View } from './view.ts'

export function compareObjects(
  comparer: Comparer,
  compared: ComparedPath,
  old: View,
  now: View,
): void {
  // That any value is allowed now is a difference of the types.
  if (now.types === undefined && isOpen(now)) return
  const described = [...now.properties.keys()]
  if (isOpen(old) && described.length > 0) note(compared, 'object-described', { to: described })
  else compareProperties(comparer, compared, old, now)
  compareAdditional(comparer, compared, old, now)
  comparePatterns(comparer, compared, old, now)
}

/** Whether a schema says nothing about the members of an object. */
function isOpen({ properties, patterns, required, additional }: View): boolean {
  const members = additional.at(-1)?.json ?? true
  const isAny = members === true || (isObject(members) && Object.keys(members).length === 0)
  return properties.size + patterns.size + required.size === 0 && isAny
}

function compareProperties(comparer: Comparer, compared: ComparedPath, old: View, now: View): void {
  const names = new Set([...old.properties.keys(), ...now.properties.keys()])
  for (const name of names) compareProperty(comparer, compared, { name, old, now })
  for (const name of now.required) {
    const known = names.has(name) || old.required.has(name)
    if (!known) note(compared, 'required-property-added', { name })
  }
}

interface PropertyPair {
  readonly name: string
  readonly old: View
  readonly now: View
}

function compareProperty(comparer: Comparer, compared: ComparedPath, pair: PropertyPair): void {
  const { name, old, now } = pair
  const [was, is] = [old.properties.get(name), now.properties.get(name)]
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

function noteMember(compared: ComparedPath, { name, old, now }: PropertyPair): void {
  if (old.properties.has(name)) {
    if (now.required.has(name)) return
    note(compared, 'property-removed', { name })
  } else if (now.required.has(name) && !old.required.has(name)) {
    note(compared, 'required-property-added', { name }, directionFrom(old))
  } else {
    note(compared, 'property-added', { name }, directionFrom(old))
  }
}

/**
 * Returns the direction of an added property. If the old schema only declares the type of all members, programs
 * represented the object as a map, so the change is `other`. Otherwise returns undefined: the kind of change determines
 * the direction.
 */
function directionFrom({ properties, patterns, additional }: View): 'other' | undefined {
  const isMap = properties.size + patterns.size === 0 && isObject(additional.at(-1)?.json)
  return isMap ? 'other' : undefined
}

function compareAdditional(comparer: Comparer, compared: ComparedPath, old: View, now: View): void {
  const [was, is] = [old, now].map(({ additional }) => additional.at(-1)?.json ?? true)
  const here = {
    ...compared,
    ...placesOf(old.additional, now.additional),
  }
  if (typeof was === 'object' && typeof is === 'object') {
    comparer.compare({ ...compared, path: `${compared.path}{}` }, old.additional, now.additional)
    return
  }
  if (was === is || !(mayBeObject(old) && mayBeObject(now))) return
  if (is === false) note(here, 'object-closed')
  else if (was === false) note(here, 'object-opened')
  else note(here, typeof is === 'object' ? 'members-typed' : 'members-untyped')
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
