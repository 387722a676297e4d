import type { Api, Method, TypeId } from '../model/types.ts'
import { hashOf } from './hash.ts'

/** Members that say nothing about what may be sent: prose, positions, and the schema that the type came from. */
const silent = new Set([
  'description',
  'doc',
  'examples',
  'extensions',
  'limits',
  'links',
  'place',
  'schema',
  'summary',
  'tags',
])

/** One short digest per method, by `group key` and wire name: equal digests, equal calls. */
export function digestApi(api: Api): Readonly<Record<string, string>> {
  const texts = new Map<TypeId, { readonly text: string; readonly refs: readonly TypeId[] }>()
  const textOf = (id: TypeId): { readonly text: string; readonly refs: readonly TypeId[] } => {
    const known = texts.get(id)
    if (known !== undefined) return known
    const entry = describe(api.types.get(id)?.type)
    texts.set(id, entry)
    return entry
  }
  const digest = (method: Method): string => {
    const own = describe(method)
    const reached = new Map<TypeId, string>()
    const open = [...own.refs]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (reached.has(id)) continue
      const { text, refs } = textOf(id)
      reached.set(id, text)
      open.push(...refs)
    }
    const types = [...reached].sort(([a], [b]) => (a < b ? -1 : 1))
    return hashOf(JSON.stringify([own.text, types])).slice(0, 12)
  }
  return Object.fromEntries(
    api.groups.flatMap((group) =>
      group.methods.map((method) => [`${group.key} ${method.wire}`, digest(method)]),
    ),
  )
}

/** A value as text without what is silent, and the types that it refers to. */
function describe(value: unknown): { readonly text: string; readonly refs: readonly TypeId[] } {
  const refs = new Set<TypeId>()
  const text =
    JSON.stringify(value, (key: string, inner: unknown) => {
      if (silent.has(key)) return undefined
      if (key === 'to' && typeof inner === 'string') refs.add(inner)
      if (key === 'paramsType' && typeof inner === 'string') refs.add(inner)
      return typeof inner === 'bigint' ? `${inner}n` : inner
    }) ?? ''
  return { text, refs: [...refs] }
}

/** What changed in the API between two runs. */
export interface ApiChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** Compares two digests. */
export function compareApi(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): ApiChanges {
  const names = (record: Readonly<Record<string, string>>): readonly string[] =>
    Object.keys(record).sort()
  return {
    added: names(after).filter((name) => !Object.hasOwn(before, name)),
    removed: names(before).filter((name) => !Object.hasOwn(after, name)),
    changed: names(after).filter(
      (name) => Object.hasOwn(before, name) && before[name] !== after[name],
    ),
  }
}
