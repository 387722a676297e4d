import { decodeFragment } from '@rpcloom/schema/internal'
import { isRecord, type Json, type JsonObject } from '../json-rpc.ts'

/** Section and name of a component, as in `/components/schemas/Height`. */
export interface ComponentName {
  readonly section: string
  readonly name: string
}

/** Returns the component that a local reference points to, or that contains the target of the reference. */
export function componentOf(ref: string): ComponentName | undefined {
  const [, components, section, name] = ref.startsWith('#/') ? ref.split('/') : []
  if (components !== 'components' || section === undefined || name === undefined) return undefined
  return { section: decoded(section), name: decoded(name) }
}

function decoded(part: string): string {
  return decodeFragment(part).replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Yields every `$ref` below a value. */
export function* refsIn(value: Json | undefined): Generator<string> {
  const open: (Json | undefined)[] = [value]
  while (open.length > 0) {
    const at = open.pop()
    if (Array.isArray(at)) {
      for (const item of at as readonly Json[]) open.push(item)
    } else if (isRecord(at)) {
      for (const [name, member] of Object.entries(at)) {
        if (name === '$ref' && typeof member === 'string') yield member
        else open.push(member)
      }
    }
  }
}

/** Returns a copy of a value in which `change` has replaced every `$ref`. */
export function withRefs(value: Json, change: (ref: string) => string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withRefs(item, change))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isRef = name === '$ref' && typeof member === 'string'
      return [name, isRef ? change(member) : withRefs(member, change)]
    }),
  )
}

export function componentAt(
  document: JsonObject,
  { section, name }: ComponentName,
): Json | undefined {
  const { components } = document
  if (!isRecord(components) || !Object.hasOwn(components, section)) return undefined
  const sections = components[section]
  if (!isRecord(sections) || !Object.hasOwn(sections, name)) return undefined
  return sections[name]
}

export function keyOf({ section, name }: ComponentName): string {
  return `${section}/${name}`
}
