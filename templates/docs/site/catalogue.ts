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

export interface Catalogue {
  readonly method: (name: string) => Member | undefined
  readonly usesOf: (id: TypeId) => readonly MethodUse[]
  readonly parentsOf: (id: TypeId) => readonly TypeId[]
  readonly errors: readonly ErrorEntry[]
}

export function openCatalogue(api: Api): Catalogue {
  const members = api.groups.flatMap((group) => group.methods.map((method) => ({ group, method })))
  // The list is reversed, so that the first of several methods with the same name is used.
  const byName = new Map(members.map((member) => [member.method.name, member] as const).reverse())
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
    method: (name) => byName.get(name),
    usesOf: (id) => uses.get(id) ?? [],
    parentsOf: (id) => parents.get(id) ?? [],
    errors: errorEntries(api),
  }
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
