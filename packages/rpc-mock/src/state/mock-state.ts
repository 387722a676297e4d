import { isRecord } from '@rpcloom/rpc'
import type { PathValues } from '@rpcloom/rpc/client'
import {
  loadDocument,
  type Members,
  type OpenRpcDocument,
  usualValues,
} from '@rpcloom/rpc/internal'
import { canonicalText, listOf } from '@rpcloom/schema/internal'
import type { ServerGroup } from '@rpcloom/rpc/server'
import { examplesOf } from '../examples.ts'
import { normalize } from '../normalize.ts'
import {
  type HintedMethod,
  hintedMethods,
  itemSchema,
  itemsMember,
  keyParams,
  keyText,
  stateNames,
} from './hinted-method.ts'
import type { HintsByMethod } from './hints.ts'
import { Collection } from './records.ts'

export interface StateSettings {
  readonly hints: HintsByMethod
  /** Initial records by collection, in JSON form. */
  readonly records: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

type MethodsByGroup = ReadonlyMap<ServerGroup, ReadonlyMap<string, HintedMethod>>

/** State that calls have changed at one path. */
interface PathState {
  readonly collections: Map<string, Collection>
  /** Total increase of each counter since the start of the mock or its last reset. */
  readonly increases: Map<string, bigint>
  /** Current state of each `thing` in `moves`. */
  readonly states: Map<string, string>
}

/** The documents of a mock, and its state. */
export class MockState {
  readonly #byGroup: MethodsByGroup
  readonly #methods: readonly HintedMethod[]
  readonly #records: StateSettings['records']
  readonly #perPath: ReadonlySet<string>
  /** State by the values in the path. State that all paths share has the key `undefined`. */
  #states = new Map<string | undefined, PathState>()

  constructor(documents: ReadonlyMap<ServerGroup, OpenRpcDocument>, settings: StateSettings) {
    this.#records = settings.records
    this.#byGroup = new Map(
      [...documents].map(([group, document]) => [group, hintedMethods(document, settings.hints)]),
    )
    this.#methods = [...this.#byGroup.values()].flatMap((methods) => [...methods.values()])
    this.#perPath = namesPerPath(this.#byGroup)
    const names = new Set(this.#methods.flatMap(({ hints }) => stateNames(hints)))
    for (const name of Object.keys(settings.records)) {
      if (!names.has(name))
        throw new TypeError(`Unknown collection ${name}: no method has a hint that uses it`)
    }
  }

  method(group: ServerGroup, methodName: string): HintedMethod | undefined {
    return this.#byGroup.get(group)?.get(methodName)
  }

  /** Returns the value of a counter in the first example that contains the counter. */
  exampleCount(counter: string): unknown {
    for (const { method, hints } of this.#methods) {
      if (hints.counts?.counter !== counter) continue
      const { member = '' } = hints.counts
      const [example] = examplesOf(method)
      const value = memberOf(example?.result, member)
      if (value !== undefined) return value
    }
    return undefined
  }

  /** Returns a collection. Initially, it contains the records of the examples and the settings. */
  collection(name: string, at: PathValues): Collection {
    const { collections } = this.#state(name, at)
    const known = collections.get(name)
    if (known) return known
    const collection = new Collection()
    collections.set(name, collection)
    for (const hinted of this.#methods) addExamples(collection, name, hinted)
    const key = this.#methods.flatMap(({ hints }) => keyParams(hints, name))[0]
    for (const fields of (Object.hasOwn(this.#records, name) && this.#records[name]) || [])
      collection.addInitial(canonicalText(key === undefined ? fields : fields[key]), fields, false)
    return collection
  }

  /** Returns the total increase of a counter since the start of the mock or its last reset. */
  increase(counter: string, at: PathValues): bigint {
    return this.#state(counter, at).increases.get(counter) ?? 0n
  }

  increment(counter: string, at: PathValues, step: number): void {
    const { increases } = this.#state(counter, at)
    increases.set(counter, (increases.get(counter) ?? 0n) + BigInt(step))
  }

  /** Returns the current state of a `thing`; `undefined` until a call sets it. */
  stateOf(thing: string, at: PathValues): string | undefined {
    return this.#state(thing, at).states.get(thing)
  }

  setState(thing: string, at: PathValues, to: string): void {
    this.#state(thing, at).states.set(thing, to)
  }

  reset(): void {
    this.#states = new Map()
  }

  #state(name: string, at: PathValues): PathState {
    const key = this.#perPath.has(name) ? canonicalText(at) : undefined
    const state = this.#states.get(key) ?? {
      collections: new Map(),
      increases: new Map(),
      states: new Map(),
    }
    this.#states.set(key, state)
    return state
  }
}

/**
 * Returns the names of state that is separate for each path: the state of groups with variables in their path, but not in
 * their default path. State that another group also uses is shared by all paths. Otherwise, that group would not see changes
 * made at other paths.
 */
function namesPerPath(byGroup: MethodsByGroup): ReadonlySet<string> {
  const names = { perPath: new Set<string>(), shared: new Set<string>() }
  for (const [group, methods] of byGroup) {
    const isAnyPath = group.at !== undefined && usualValues(group) === undefined
    const into = isAnyPath ? names.perPath : names.shared
    for (const { hints } of methods.values()) for (const name of stateNames(hints)) into.add(name)
  }
  return new Set([...names.perPath].filter((name) => !names.shared.has(name)))
}

/** Loads the documents of all groups. */
export async function loadState(
  groups: readonly ServerGroup[],
  settings: StateSettings,
): Promise<MockState> {
  const documents = await Promise.all(
    groups.map(async (group) => [group, await loadDocument(group)] as const),
  )
  return new MockState(new Map(documents), settings)
}

/** Adds the records that the examples of a method describe. */
function addExamples(collection: Collection, name: string, hinted: HintedMethod): void {
  const { method, hints, document } = hinted
  const { requires, finds, deletes, creates, lists } = hints
  const add = (key: string | undefined, fields: Members): void => {
    if (key !== undefined) collection.addInitial(key, fields, true)
  }
  for (const { params, result } of examplesOf(method)) {
    const members = isRecord(result) ? result : {}
    for (const hint of [requires, finds, deletes, creates]) {
      if (hint?.collection !== name || hint.key === undefined) continue
      const key = keyText(hinted, hint.key, params[hint.key])
      add(key, hint === creates ? { ...members, ...params } : params)
    }
    if (creates?.collection === name && creates.result !== undefined) {
      const key = memberOf(result, creates.result)
      add(key === undefined ? undefined : canonicalText(key), { ...params, ...members })
    }
    if (lists?.collection !== name) continue
    const { item: member } = lists
    for (const item of listOf(memberOf(result, itemsMember(hinted)))) {
      const schema = member === undefined ? {} : itemSchema(hinted)
      const key = canonicalText(normalize(item, schema, document.resolve))
      add(key, member === undefined ? (isRecord(item) ? item : {}) : { [member]: item })
    }
  }
}

/** Returns a member of a value, or the whole value if the member is ''. */
export function memberOf(value: unknown, member: string): unknown {
  if (member === '') return value
  return isRecord(value) ? value[member] : undefined
}
