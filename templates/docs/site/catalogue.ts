import { compareText, gather, jsonText } from 'rpcloom/codegen'
import {
  type Api,
  type Group,
  lookup,
  type Method,
  referencesOf,
  type RpcErrorSpec,
  type Type,
  type TypeId,
} from 'rpcloom/model'
import { hasOwnPage } from './type-kind.ts'

/** A method with its group. */
export interface Member {
  readonly group: Group
  readonly method: Method
}

export interface MethodUse {
  readonly group: Group
  readonly method: Method
  readonly as: 'params' | 'result' | 'error' | 'subscription'
}

export interface ErrorEntry {
  readonly error: RpcErrorSpec
  readonly methods: readonly Member[]
}

/** The document and group in which a name is written, such as a group. */
export interface Near {
  readonly file?: string | undefined
  readonly key?: string | undefined
}

export interface Catalogue {
  /**
   * Returns the method that a name means: that of the group or document in which it is written, or else of the only
   * document that has it. Returns the methods of all documents if several others have it.
   */
  readonly methods: (name: string, near?: Near) => readonly Member[]
  readonly usesOf: (id: TypeId) => readonly MethodUse[]
  readonly parentsOf: (id: TypeId) => readonly TypeId[]
  readonly errors: readonly ErrorEntry[]
}

export function openCatalogue(api: Api): Catalogue {
  const members = api.groups.flatMap((group) => group.methods.map((method) => ({ group, method })))
  const byName = gather(members.map((member) => [member.method.name, member] as const))
  const uses = gather(
    members.flatMap((member) =>
      typesByUse(member.method).flatMap(([as, types]) =>
        [...pagesReferredTo(api, types)].map((id) => [id, { ...member, as }] as const),
      ),
    ),
  )
  const parents = gather(
    [...api.types.values()]
      .filter((named) => hasOwnPage(api, named))
      .flatMap(({ id: parent, type }) =>
        [...pagesReferredTo(api, [type])].map((id) => [id, parent] as const),
      ),
  )
  return {
    methods: (name, near = {}) => meant(byName.get(name) ?? [], near),
    usesOf: (id) => uses.get(id) ?? [],
    parentsOf: (id) => parents.get(id) ?? [],
    errors: errorEntries(api),
  }
}

function meant(all: readonly Member[], near: Near): readonly Member[] {
  const own = all.filter(({ group }) => group.file === near.file)
  const found = own.length > 0 ? own : all
  const inGroup = found.find(({ group }) => group.key === near.key)
  if (inGroup !== undefined) return [inGroup]
  // A document can have a group for each side. That of the server comes first.
  const isOneFile = found.every(({ group }) => group.file === found[0]?.group.file)
  return isOneFile ? found.slice(0, 1) : found
}

function typesByUse(method: Method): readonly (readonly [MethodUse['as'], readonly Type[]])[] {
  const topics = method.subscription?.topics ?? []
  return [
    ['params', method.params.map(({ type }) => type)],
    ['result', method.result === undefined ? [] : [method.result.type]],
    ['error', method.errors.flatMap(({ dataType }) => dataType ?? [])],
    [
      'subscription',
      topics.flatMap(({ params, payload }) => [payload.type, ...params.map(({ type }) => type)]),
    ],
  ]
}

function pagesReferredTo(api: Api, types: readonly Type[]): ReadonlySet<TypeId> {
  const found = new Set<TypeId>()
  const seen = new Set<TypeId>()
  const open = types.flatMap((type) => referencesOf(type))
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    if (seen.has(id)) continue
    seen.add(id)
    const named = lookup(api, id)
    if (hasOwnPage(api, named)) found.add(id)
    else open.push(...referencesOf(named.type))
  }
  return found
}

function errorEntries(api: Api): readonly ErrorEntry[] {
  const found = new Map<string, ErrorEntry & { readonly methods: Member[] }>()
  for (const group of api.groups) {
    for (const method of group.methods) {
      for (const error of method.errors) {
        const key = errorKey(error)
        const entry = found.get(key) ?? { error, methods: [] }
        entry.methods.push({ group, method })
        found.set(key, entry)
      }
    }
  }
  return [...found.values()].sort(
    (a, b) => b.error.code - a.error.code || compareText(errorKey(a.error), errorKey(b.error)),
  )
}

const errorKeys = new WeakMap<RpcErrorSpec, string>()

/** Returns a key that is equal for errors with the same content, even in different documents. */
export function errorKey(error: RpcErrorSpec): string {
  const { code, reason, message, when, help } = error
  // Cached, because the key is needed for every method that lists the error.
  const key =
    errorKeys.get(error) ?? jsonText([code, reason ?? '', message, when ?? '', help ?? ''])
  errorKeys.set(error, key)
  return key
}
