import { isRecord } from '@rpcloom/rpc'
import {
  canonicalText,
  dereference,
  listOf,
  loadDocument,
  type OpenRpcDocument,
  type OpenRpcMethod,
} from '@rpcloom/rpc/internal'
import type { ServerGroup } from '@rpcloom/rpc/server'
import { comparable } from '../comparable.ts'
import { declaredMember, memberNames } from '../member-schema.ts'
import { exampledCalls } from '../pairing.ts'
import { type Counting, hintsOf, type Lookup, type MockHints } from './hints.ts'
import { Collection } from './records.ts'

/** Hints by method name; they override the document's. */
export type HintsByMethod = Readonly<Record<string, MockHints | undefined>>

export interface WorldSettings {
  readonly hints: HintsByMethod
  /** Initial records by collection, in JSON form. */
  readonly records: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

/** A method, with its hints and its document. */
export interface Hinted {
  readonly method: OpenRpcMethod
  readonly document: OpenRpcDocument
  readonly hints: MockHints
}

/** The documents of a mock, and its state. */
export class World {
  readonly #byGroup: ReadonlyMap<ServerGroup, ReadonlyMap<string, Hinted>>
  readonly #settings: WorldSettings
  readonly #ofChains: ReadonlySet<string>
  #shared = newState()
  #byChain = new Map<string, State>()

  constructor(documents: ReadonlyMap<ServerGroup, OpenRpcDocument>, settings: WorldSettings) {
    this.#settings = settings
    this.#byGroup = new Map(
      [...documents].map(([group, document]) => [group, hintedMethods(document, settings.hints)]),
    )
    this.#ofChains = namesOfChains(this.#byGroup)
    const names = new Set(this.#methods().flatMap(({ hints }) => namesIn(hints)))
    for (const name of Object.keys(settings.records)) {
      if (!names.has(name))
        throw new TypeError(`Unknown collection ${name}: no method has a hint that uses it`)
    }
  }

  method(group: ServerGroup, methodName: string): Hinted | undefined {
    return this.#byGroup.get(group)?.get(methodName)
  }

  /** Returns the first number for a counter that the examples of a method contain. */
  countedFrom(counter: string): unknown {
    for (const { method, hints } of this.#methods()) {
      if (hints.counts?.counter !== counter) continue
      const { member = '' } = hints.counts
      const [value] = exampledCalls(method).map(({ result }) =>
        member === '' ? result : isRecord(result) ? result[member] : undefined,
      )
      if (value !== undefined) return value
    }
    return undefined
  }

  /** Returns a collection in the state of the given chain. */
  collection(name: string, chain: string | undefined): Collection {
    const { collections } = this.#state(name, chain)
    const known = collections.get(name)
    if (known) return known
    const made = new Collection()
    collections.set(name, made)
    this.#begin(made, name)
    return made
  }

  /** Returns by how much a counter has increased. */
  risen(counter: string, chain: string | undefined): bigint {
    return this.#state(counter, chain).risen.get(counter) ?? 0n
  }

  /** Increases a counter. */
  rise(counter: string, chain: string | undefined, step: number): void {
    const risen = this.risen(counter, chain) + BigInt(step)
    this.#state(counter, chain).risen.set(counter, risen)
  }

  /** Returns the current state of a thing; `undefined` until a call sets it. */
  whereIs(thing: string, chain: string | undefined): string | undefined {
    return this.#state(thing, chain).moved.get(thing)
  }

  move(thing: string, chain: string | undefined, to: string): void {
    this.#state(thing, chain).moved.set(thing, to)
  }

  reset(): void {
    this.#shared = newState()
    this.#byChain = new Map()
  }

  #state(name: string, chain: string | undefined): State {
    if (chain === undefined || !this.#ofChains.has(name)) return this.#shared
    const state = this.#byChain.get(chain) ?? newState()
    this.#byChain.set(chain, state)
    return state
  }

  /** Adds the initial records of a collection, from the examples and the settings. */
  #begin(collection: Collection, name: string): void {
    const all = this.#methods()
    for (const hinted of all) beginFromExamples(collection, name, hinted)
    const key = all.flatMap(({ hints }) => keyNames(hints, name))[0]
    const { records } = this.#settings
    for (const fields of (Object.hasOwn(records, name) && records[name]) || []) {
      const value = key === undefined ? fields : fields[key]
      collection.begin(canonicalText(value), fields, false)
    }
  }

  #methods(): readonly Hinted[] {
    return [...this.#byGroup.values()].flatMap((methods) => [...methods.values()])
  }
}

/** State that calls have changed. */
interface State {
  readonly collections: Map<string, Collection>
  /** Increase of each counter. */
  readonly risen: Map<string, bigint>
  /** Current state of each thing. */
  readonly moved: Map<string, string>
}

function newState(): State {
  return { collections: new Map(), risen: new Map(), moved: new Map() }
}

/**
 * Returns the names of state that is separate for each chain. This is the state of groups that serve any
 * chain in their path. A name that another group also uses is shared by all chains; a group with a fixed
 * chain is never called for another chain.
 */
function namesOfChains(
  byGroup: ReadonlyMap<ServerGroup, ReadonlyMap<string, Hinted>>,
): ReadonlySet<string> {
  const names = { own: new Set<string>(), shared: new Set<string>() }
  for (const [{ chain, chainPath, chainWsPath }, methods] of byGroup) {
    const isOpen = chain === undefined && (chainPath ?? chainWsPath) !== undefined
    const into = isOpen ? names.own : names.shared
    for (const { hints } of methods.values()) for (const name of namesIn(hints)) into.add(name)
  }
  return new Set([...names.own].filter((name) => !names.shared.has(name)))
}

function namesIn({ advances = [], counts, moves, ...hints }: MockHints): readonly string[] {
  const { requires, finds, deletes, creates, lists } = hints
  const collections = [requires, finds, deletes, creates, lists].map((hint) => hint?.collection)
  const all = [...collections, ...advances, counts?.counter, moves?.thing]
  return all.filter((name) => name !== undefined)
}

/** Loads the documents of all groups. */
export async function worldOf(
  groups: readonly ServerGroup[],
  settings: WorldSettings,
): Promise<World> {
  const documents = await Promise.all(
    groups.map(async (group) => [group, await loadDocument(group)] as const),
  )
  return new World(new Map(documents), settings)
}

function hintedMethods(
  document: OpenRpcDocument,
  overrides: HintsByMethod,
): ReadonlyMap<string, Hinted> {
  return new Map(
    [...document.methods].map(([name, method]) => {
      const declared = Object.hasOwn(overrides, name) ? overrides[name] : undefined
      const hints = declared ?? withSchemaHints(method, document)
      return [name, { method, document, hints }]
    }),
  )
}

/**
 * Returns the hints of a method, including those on the schemas of its result members (states and counters).
 */
function withSchemaHints(method: OpenRpcMethod, { resolve }: OpenRpcDocument): MockHints {
  const hints = hintsOf(method.json['x-mock'])
  const schema = method.result?.schema
  const places = ['', ...memberNames(schema, resolve)]
  let counts: Counting | undefined = hints.counts
  let finds: Lookup | undefined = hints.finds
  for (const member of places) {
    const part = dereference(
      member === '' ? schema : declaredMember(schema, member, resolve),
      resolve,
    )
    const declared = isRecord(part) ? hintsOf(part['x-mock']) : {}
    if (declared.states && finds && !finds.states) {
      const { states, unknown } = declared
      finds = { member: declared.member ?? member, ...finds, states, ...(unknown && { unknown }) }
    }
    if (declared.counter !== undefined) {
      counts ??= {
        counter: declared.counter,
        member,
        ...(declared.step !== undefined && { step: declared.step }),
      }
    }
  }
  return { ...hints, ...(finds && { finds }), ...(counts && { counts }) }
}

function keyNames(hints: MockHints, name: string): readonly string[] {
  const { requires, finds, deletes, creates, lists } = hints
  return [requires, finds, deletes, creates]
    .flatMap((hint) => (hint?.collection === name && hint.key !== undefined ? [hint.key] : []))
    .concat(lists?.collection === name && lists.item !== undefined ? [lists.item] : [])
}

function beginFromExamples(collection: Collection, name: string, hinted: Hinted): void {
  const { method, hints, document } = hinted
  const { requires, finds, deletes, creates, lists } = hints
  for (const { params, result } of exampledCalls(method)) {
    const members = isRecord(result) ? result : {}
    for (const hint of [requires, finds, deletes, creates]) {
      if (hint?.collection !== name || hint.key === undefined) continue
      const key = keyText(hinted, hint.key, params[hint.key])
      if (key !== undefined)
        collection.begin(key, hint === creates ? { ...members, ...params } : params, true)
    }
    if (creates?.collection === name && creates.result !== undefined) {
      const key = creates.result === '' ? result : members[creates.result]
      if (key !== undefined) collection.begin(canonicalText(key), { ...params, ...members }, true)
    }
    if (lists?.collection !== name) continue
    const at = itemsMember(hinted)
    for (const item of listOf(at === '' ? result : members[at])) {
      const fields =
        lists.item === undefined ? (isRecord(item) ? item : {}) : { [lists.item]: item }
      const schema = lists.item === undefined ? {} : itemSchema(hinted)
      collection.begin(canonicalText(comparable(item, schema, document.resolve)), fields, true)
    }
  }
}

/**
 * Returns the member of the result that holds the list. It comes from the hints, from `x-pagination`, or is
 * the only list in the result. `''` stands for the whole result.
 */
export function itemsMember({ method, hints, document: { resolve } }: Hinted): string {
  const declared = hints.lists?.items ?? method.pagination?.items
  if (declared !== undefined) return declared
  const schema = method.result?.schema
  const lists = memberNames(schema, resolve).filter((name) => {
    const part = dereference(declaredMember(schema, name, resolve), resolve)
    return isRecord(part) && [part['type']].flat().includes('array')
  })
  return lists[0] ?? ''
}

/** Returns the schema of an item of the list. */
export function itemSchema(hinted: Hinted): unknown {
  const { method, document } = hinted
  const at = itemsMember(hinted)
  const list =
    at === '' ? method.result?.schema : declaredMember(method.result?.schema, at, document.resolve)
  return declaredMember(list, 0, document.resolve)
}

/** Returns the normalized value of a param as a record key; `undefined` if the param is omitted. */
export function keyText(
  { method, document }: Hinted,
  name: string,
  value: unknown,
): string | undefined {
  if (value === undefined || value === null) return undefined
  const param = method.params.find((one) => one.name === name)
  return canonicalText(comparable(value, param?.schema, document.resolve))
}
