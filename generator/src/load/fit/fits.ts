import type { Json, JsonObject } from '../../model/types.ts'
import { isArray, isObject } from '../pointer.ts'

/** Whether a value certainly fits a part of the meta-schema. */
export type Fits = (value: Json) => boolean

/** Any value. */
export const anything: Fits = () => true
/** Any string. */
export const text: Fits = (value) => typeof value === 'string'
/** A string that says something. */
export const word: Fits = (value) => typeof value === 'string' && value !== ''
/** A boolean. */
export const flag: Fits = (value) => typeof value === 'boolean'
/** A finite number. */
export const number: Fits = (value) => typeof value === 'bigint' || Number.isFinite(value)
/** A number without a fraction. */
export const integer: Fits = (value) => typeof value === 'bigint' || Number.isInteger(value)
/** A number of things. */
export const count: Fits = (value) => integer(value) && Number(value) >= 0

/** A plain address: which others are addresses as well is for the validator to say. */
export const uri: Fits = (value) =>
  typeof value === 'string' && /^[a-z][a-z\d+.-]*:[\w./~:?#[\]@!$&'()*+,;=%-]*$/i.test(value)

/** A plain path or fragment, or both. */
export const uriReference: Fits = (value) =>
  typeof value === 'string' && /^[\w./~$-]*(?:#[\w./~$%:+-]*)?$/.test(value)

/** A pattern that JavaScript reads. */
export const regex: Fits = (value) => {
  if (typeof value !== 'string' || value.includes('\\Z')) return false
  try {
    return new RegExp(value) instanceof RegExp
  } catch {
    // What is wrong with it is for the walk to say.
    return false
  }
}

/** One of these strings. */
export function among(...values: readonly string[]): Fits {
  return (value) => typeof value === 'string' && values.includes(value)
}

/** A list of what fits. */
export function list(item: Fits): Fits {
  return (value) => isArray(value) && value.every(item)
}

/** A list of what fits, with something in it. */
export function filledList(item: Fits): Fits {
  return (value) => isArray(value) && value.length > 0 && value.every(item)
}

/** A list of scalars, none of them twice. */
export function distinctList(item: Fits): Fits {
  return (value) =>
    isArray(value) &&
    value.every((inner) => (typeof inner !== 'object' || inner === null) && item(inner)) &&
    new Set(value).size === value.length
}

/** An object whose members all fit, whatever they are called. */
export function mapOf(member: Fits): Fits {
  return (value) => isObject(value) && Object.values(value).every(member)
}

/** What an object of the meta-schema may hold. */
export interface ObjectFit {
  readonly members: Readonly<Record<string, Fits>>
  readonly required?: readonly string[]
  /** Members of other names: those of an extension, unless it says otherwise. */
  readonly others?: 'any' | 'extensions' | 'none'
}

/** An object with the members that it needs, and none that do not fit. */
export function object({ members, required = [], others = 'extensions' }: ObjectFit): Fits {
  const isOther = { any: anyName, extensions: isExtension, none: noName }[others]
  return (value) => {
    if (!isObject(value)) return false
    for (const name of required) if (!Object.hasOwn(value, name)) return false
    return everyMember(value, (name, inner) => {
      const member = Object.hasOwn(members, name) ? members[name] : undefined
      return member === undefined ? isOther(name) : member(inner)
    })
  }
}

function everyMember(value: JsonObject, test: (name: string, inner: Json) => boolean): boolean {
  for (const [name, inner] of Object.entries(value)) if (!test(name, inner)) return false
  return true
}

const anyName = (): boolean => true
const noName = (): boolean => false
const isExtension = (name: string): boolean => name.startsWith('x-')

/** The very same object fits again: of many runs in one process each looks at what changed. */
export function once(fits: Fits): Fits {
  const fitting = new WeakSet<object>()
  return (value) => {
    if (typeof value !== 'object' || value === null) return fits(value)
    if (fitting.has(value)) return true
    const isFitting = fits(value)
    if (isFitting) fitting.add(value)
    return isFitting
  }
}
