import { capitalized, gather } from 'rpcloom/codegen'
import type { Group, Method } from 'rpcloom/model'
import { codeLink, type Leaf, note } from '../page/leaf.ts'
import { type Badge, badges, isLocal, methodBadges } from './access.ts'
import type { SiteContext } from './context.ts'
import { namespacePrefix } from './namespace-prefix.ts'
import { summaryOf } from './summary.ts'

export interface MethodRow {
  readonly name: string
  readonly link: Leaf
  readonly about: Leaf | undefined
  readonly badges: readonly Badge[]
}

export interface MethodSection {
  readonly id: string
  readonly title: string
  readonly about: Leaf | undefined
  readonly rows: readonly MethodRow[]
}

/** Returns the table row of a method. Labels that apply to the entire group are omitted. */
export function methodRow(context: SiteContext, group: Group, method: Method): MethodRow {
  const common = new Set<string>([
    badges.public.text,
    badges.read.text,
    ...(isLocal(group) ? [badges.local.text] : []),
    ...(group.enabledBy === undefined ? [] : [badges.off.text]),
  ])
  return {
    name: method.name,
    link: codeLink(context.addresses.method(method), method.name),
    about: note(summaryOf(method.doc)),
    badges: methodBadges(context, { group, method }).filter(({ text }) => !common.has(text)),
  }
}

/** Groups methods by tag, or else by namespace. Methods without a tag and namespace come last. */
export function methodSections(context: SiteContext, group: Group): readonly MethodSection[] {
  return headedMethods(group).map(({ title, about, methods }, index) => ({
    id: `methods-${index + 1}`,
    title,
    about: note(about),
    rows: methods.map((method) => methodRow(context, group, method)),
  }))
}

const headed = new WeakMap<Group, readonly Head[]>()

/** Groups methods under headings, once for all menus. Each method is under the first heading that it has. */
export function headedMethods(group: Group): readonly Head[] {
  const found = headed.get(group) ?? findHeaded(group)
  headed.set(group, found)
  return found
}

function findHeaded(group: Group): readonly Head[] {
  const heads = headsOf(group)
  const left = new Set(group.methods)
  const own = heads.map((head) => ({
    ...head,
    methods: head.methods.filter((method) => left.delete(method)),
  }))
  const title = heads.length === 0 ? 'Methods' : 'Other'
  return [...own, headOf(title, [...left])].filter(({ methods }) => methods.length > 0)
}

interface Head {
  readonly title: string
  readonly about: string | undefined
  readonly methods: readonly Method[]
}

function headsOf({ tags, methods, namespaces }: Group): readonly Head[] {
  const used = new Set(methods.flatMap((method) => method.tags))
  const described = new Map(tags.map(({ name, description }) => [name, description] as const))
  const names = [...new Set([...described.keys(), ...used])].filter((name) => used.has(name))
  if (names.length > 0) {
    return names.map((name) => ({
      title: capitalized(name),
      about: described.get(name),
      methods: methods.filter((method) => method.tags.includes(name)),
    }))
  }
  return namespaces.flatMap(({ name: identifier, methods: own }) => {
    const members = own.flatMap((index) => methods[index] ?? [])
    // Keeps the original spelling of the prefix: `Filecoin` rather than `filecoin`.
    const [first] = members
    const prefix = identifier.includes('.')
      ? first && namespacePrefix(first).slice(0, -1)
      : /^[^._/]+(?=[._/])/.exec(first?.name ?? '')?.[0]
    const name = identifier === '' ? '' : prefix || identifier
    const subjects = subjectsOf(members, name)
    const title = subjects.length === 0 ? name : `${name} · other`
    return [...subjects, ...(name === '' ? [] : [headOf(title, members)])]
  })
}

function headOf(title: string, methods: readonly Method[]): Head {
  return { title, about: undefined, methods }
}

const longList = 40
const fewest = 3

/**
 * Divides a long list of methods whose names start with a noun, such as `ChainGetBlock` and
 * `ChainHead`, and returns the headings.
 *
 * Names that start with a verb, such as `getBlock`, are not divided.
 */
function subjectsOf(methods: readonly Method[], namespace: string): readonly Head[] {
  if (methods.length <= longList) return []
  const noun = /^\p{Lu}+\d*(?!\p{Ll})|^\p{Lu}[\p{Ll}\d]+/u
  const bySubject = gather(
    methods.map((method) => [noun.exec(bareName(method.name))?.[0] ?? '', method] as const),
  )
  const subjects = [...bySubject].filter(
    ([subject, found]) => subject !== '' && found.length >= fewest,
  )
  const covered = subjects.reduce((sum, [, found]) => sum + found.length, 0)
  if (covered < methods.length / 2) return []
  const place = namespace === '' ? '' : `${namespace} · `
  return subjects.map(([subject, found]) => headOf(`${place}${subject}`, found))
}

/** Returns the last segment of a method name: `ChainHead` for `Filecoin.ChainHead`. */
function bareName(name: string): string {
  return /[^._/]*$/.exec(name)?.[0] ?? name
}
