import type { Group, Method } from 'rpcloom/model'
import { codeLink, type Leaf, note } from '../page/leaf.ts'
import { type Badge, badges, isLocal, methodBadges } from './access.ts'
import type { SiteContext } from './context.ts'
import { summaryOf } from './summary.ts'

/** A method in a list. */
export interface MethodRow {
  readonly wire: string
  readonly link: Leaf
  readonly about: Leaf | undefined
  readonly badges: readonly Badge[]
}

/** Methods under a heading. */
export interface MethodSection {
  readonly id: string
  readonly title: string
  readonly about: Leaf | undefined
  readonly rows: readonly MethodRow[]
}

/** A method of a list; labels that hold for the whole group are left out. */
export function methodRow(context: SiteContext, group: Group, method: Method): MethodRow {
  const summary = summaryOf(method.doc)
  const common = new Set<string>([
    badges.public.text,
    badges.read.text,
    ...(isLocal(group) ? [badges.local.text] : []),
    ...(group.enabledBy === undefined ? [] : [badges.off.text]),
  ])
  return {
    wire: method.wire,
    link: codeLink(context.addresses.method(method), method.wire),
    about: summary === undefined ? undefined : note(summary),
    badges: methodBadges(context, method).filter(({ text }) => !common.has(text)),
  }
}

/** The methods of a group by tag, else by namespace; those without one come last. */
export function methodSections(context: SiteContext, group: Group): readonly MethodSection[] {
  const row = (method: Method): MethodRow => methodRow(context, group, method)
  const heads = headsOf(group)
  const left = new Set(group.methods)
  const sections = heads.map(({ title, about, methods }, index) => {
    const own = methods.filter((method) => left.delete(method))
    return {
      id: `methods-${index + 1}`,
      title,
      about: about === undefined ? undefined : note(about),
      rows: own.map(row),
    }
  })
  const title = heads.length === 0 ? 'Methods' : 'Other'
  return [
    ...sections,
    { id: 'methods-other', title, about: undefined, rows: [...left].map(row) },
  ].filter(({ rows }) => rows.length > 0)
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
      title: name.charAt(0).toUpperCase() + name.slice(1),
      about: described.get(name),
      methods: methods.filter((method) => method.tags.includes(name)),
    }))
  }
  const named = namespaces.filter(({ name }) => name !== '')
  return named.map(({ name, methods: own }) => ({
    title: name,
    about: undefined,
    methods: own.flatMap((index) => methods[index] ?? []),
  }))
}
