import { compareText } from '../../json/compare-text.ts'
import { append } from '../../json/append.ts'
import type { Place } from '../../json/types.ts'
import type { Type, TypeId } from '../types.ts'
import { referencesOf } from '../walk.ts'
import type { GroupNames } from './group-names.ts'
import { choose, exactScope, type NameEntry } from './name-book.ts'
import { globalTypes, reservedWords, runtimeTypes } from './reserved.ts'
import type { TypeOrigin } from './type-origin.ts'
import { pascal } from './identifiers.ts'

export interface TypeToName {
  readonly id: TypeId
  readonly place: Place
  readonly origin: TypeOrigin
  readonly type: Type
  /** Whether the type has a different input form, which needs a separate name. */
  readonly inputDiffers: boolean
}

/** The data of a group that is needed to name its types. */
export interface GroupToName {
  readonly file: string
  readonly names: GroupNames
  /** Names of interfaces in the group's module that are not generated from schemas. */
  readonly interfaces: readonly string[]
  /** Types to which the group's methods refer directly. */
  readonly uses: readonly TypeId[]
}

export interface ChosenType {
  readonly name: string
  readonly inputName: string
}

interface Naming {
  readonly chosen: Map<TypeId, { name: string; inputName: string }>
  readonly entries: NameEntry[]
  readonly modules: ReadonlyMap<string, string>
}

/**
 * Names all types. Types that several files use, also through other types, are shared: they are named first, and their
 * names are unique among all shared types. The names of a document's own types are unique among those
 * types and the shared types that they use. If a name is already taken, the type gets the group's
 * prefix.
 */
export function nameTypes(input: {
  readonly types: readonly TypeToName[]
  readonly groups: readonly GroupToName[]
  readonly crossed: ReadonlySet<TypeId>
  readonly modules: ReadonlyMap<string, string>
}): { readonly chosen: ReadonlyMap<TypeId, ChosenType>; readonly entries: readonly NameEntry[] } {
  const naming: Naming = { chosen: new Map(), entries: [], modules: input.modules }
  const byFile = new Map(input.groups.map((group) => [group.file, group]))
  const shared: TypeToName[] = []
  const own = new Map<string, TypeToName[]>(input.groups.map(({ file }) => [file, []]))
  const graph = new Map(input.types.map(({ id, type }) => [id, referencesOf(type)]))
  const crossed = reachable(graph, input.crossed)
  for (const type of input.types) {
    const types = crossed.has(type.id) ? shared : (own.get(type.place.file) ?? shared)
    types.push(type)
  }
  const everyInterface = input.groups.flatMap(({ interfaces }) => interfaces)
  const prefixOf = (type: TypeToName): string =>
    byFile.get(type.place.file)?.names.typeName ?? pascal(input.modules.get(type.place.file) ?? '')
  nameScope(naming, { types: shared, taken: [], interfaces: everyInterface, prefixOf })
  for (const group of input.groups) {
    const types = own.get(group.file) ?? []
    const seen = reachable(graph, [...group.uses, ...types.map(({ id }) => id)])
    const names = [...seen].flatMap((id) => Object.values(naming.chosen.get(id) ?? {}))
    nameScope(naming, { types, taken: names, interfaces: group.interfaces, prefixOf })
  }
  return naming
}

const strengths = ['key', 'descriptor', 'method', 'title', 'path'] as const

function nameScope(
  naming: Naming,
  scope: {
    readonly types: readonly TypeToName[]
    readonly taken: readonly string[]
    readonly interfaces: readonly string[]
    readonly prefixOf: (type: TypeToName) => string
  },
): void {
  const names = exactScope(scope.taken)
  const interfaces = new Set(scope.interfaces)
  const pick = (candidates: readonly string[]): { name: string; reason?: string } =>
    choose(names, {
      candidates,
      fallback: 'Schema',
      suffix: 'Schema',
      reserved: (name) => interfaces.has(name) || isReservedType(name),
    })
  for (const type of byStrength(scope.types)) {
    const prefix = scope.prefixOf(type)
    const candidates = type.origin.candidates.filter((candidate) => candidate !== '')
    const prefixed = candidates.map((candidate) => prefix + candidate)
    const { name, reason } = pick([...candidates, ...prefixed])
    naming.chosen.set(type.id, { name, inputName: name })
    record(naming, type, { kind: 'type', name, origin: type.origin.source, reason })
  }
  for (const type of scope.types) {
    const own = naming.chosen.get(type.id)
    if (!type.inputDiffers || own === undefined) continue
    const suffix = own.name.endsWith('Input') ? 'Like' : 'Input'
    const { name, reason } = pick([`${own.name}${suffix}`, `${own.name}AsInput`])
    own.inputName = name
    record(naming, type, { kind: 'input', name, origin: `type \`${own.name}\``, reason })
  }
}

/** Whether a type name is reserved. */
export function isReservedType(name: string): boolean {
  return globalTypes.has(name) || runtimeTypes.has(name) || reservedWords.has(name)
}

/**
 * Sorts types independently of their order in documents: first by the strength of their sources,
 * then names that equal their source before other names, then alphabetically.
 */
function byStrength(types: readonly TypeToName[]): readonly TypeToName[] {
  const rank = ({ origin }: TypeToName): number => {
    const exact = origin.source.endsWith(`\`${origin.candidates[0] ?? ''}\``)
    return strengths.indexOf(origin.strength) * 2 + (exact ? 0 : 1)
  }
  return types
    .map((type) => ({
      type,
      rank: rank(type),
      text: [...type.origin.candidates, type.origin.source].join('\n'),
    }))
    .sort((a, b) => a.rank - b.rank || compareText(a.text, b.text))
    .map(({ type }) => type)
}

function record(
  naming: Naming,
  type: TypeToName,
  {
    reason,
    ...entry
  }: { kind: 'type' | 'input'; name: string; origin: string; reason: string | undefined },
): void {
  naming.entries.push({
    ...entry,
    ...type.place,
    scope: naming.modules.get(type.place.file) ?? '',
    ...(reason === undefined ? {} : { reason }),
  })
}

function reachable(
  graph: ReadonlyMap<TypeId, readonly TypeId[]>,
  from: Iterable<TypeId>,
): ReadonlySet<TypeId> {
  const seen = new Set<TypeId>()
  const queue = [...from]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    append(queue, graph.get(id) ?? [])
  }
  return seen
}
