import { isSame, reuse } from '../reuse.ts'
import type { Api, NamedType, TypeId } from '../model/types.ts'

/**
 * What runs in one process (`--watch`) leave to each other. A part of the model that did not change is
 * the same object in the next run (`recall`), and a pure function that is `remembered` is not called
 * again while everything that it asked of the model has the same answer. Without a memory, as in a
 * run of its own, functions are called as they are.
 */
export interface Memory {
  /** A model, made of the parts of the last one wherever they are equal. */
  readonly recall: (api: Api) => Api
}

/** Puts a question to what a function works on, and notes the answer. */
export type Ask<Source> = <Answer>(question: (source: Source) => Answer) => Answer

/** What a part of the engine keeps from run to run of a process. */
export function keptBy<Kept>(open: () => Kept): (memory: Memory) => Kept {
  const known = new WeakMap<Memory, { readonly kept: Kept }>()
  return (memory) => {
    const { kept } = known.get(memory) ?? { kept: open() }
    known.set(memory, { kept })
    return kept
  }
}

interface Origin {
  readonly memory: Memory
  /** Present where somebody notes what is asked of the model. */
  readonly ask?: Ask<Api>
}

const origins = new WeakMap<Api, Origin>()

/** Opens the memory of a process. */
export function openMemory(): Memory {
  let last: Api | undefined
  const memory: Memory = {
    recall(api) {
      last = reuse(last, api)
      origins.set(last, { memory })
      return last
    },
  }
  return memory
}

/** A model that was made from another one shares its memory. */
export function inMemoryOf(api: Api, made: Api): Api {
  const origin = origins.get(api)
  if (origin !== undefined) origins.set(made, origin)
  return made
}

/** A model that has somebody note what is asked of it. */
export function watchApi(api: Api, ask: Ask<Api>): Api {
  const types = new Map<TypeId, NamedType | undefined>()
  const whole = (): Api['types'] => ask((source) => source.types)
  const watched: Api = {
    get scope() {
      return ask((source) => source.scope)
    },
    get groups() {
      return ask((source) => source.groups)
    },
    get modules() {
      return ask((source) => source.modules)
    },
    get untyped() {
      return ask((source) => source.untyped)
    },
    types: {
      get(id) {
        // Asked for again and again, and noted once.
        if (!types.has(id))
          types.set(
            id,
            ask((source) => source.types.get(id)),
          )
        return types.get(id)
      },
      has: (id) => ask((source) => source.types.has(id)),
      get size() {
        return whole().size
      },
      forEach: (each) => whole().forEach(each),
      entries: () => whole().entries(),
      keys: () => whole().keys(),
      values: () => whole().values(),
      [Symbol.iterator]: () => whole()[Symbol.iterator](),
    },
  }
  const memory = origins.get(api)?.memory
  if (memory !== undefined) origins.set(watched, { memory, ask })
  return watched
}

/**
 * What is found out about a whole model, once; equal findings of two runs are one object. That takes plain data: with
 * a cache among them, findings would be new ones each time, and so would be everything that asked for them.
 */
export function fact<Found extends object>(find: (api: Api) => Found): (api: Api) => Found {
  const known = new WeakMap<Api, Found>()
  const last = new WeakMap<Memory, Found>()
  const factOf = (api: Api): Found => {
    const origin = origins.get(api)
    if (origin?.ask !== undefined) return origin.ask(factOf)
    const before = known.get(api)
    if (before !== undefined) return before
    const found = origin === undefined ? find(api) : reuse(last.get(origin.memory), find(api))
    if (origin !== undefined) last.set(origin.memory, found)
    known.set(api, found)
    return found
  }
  return factOf
}

/** How a function's questions to its first argument are noted. */
export interface Watching<Source> {
  readonly apiOf: (source: Source) => Api
  readonly watch: (source: Source, ask: Ask<Source>) => Source
}

interface Call<Source, Result> {
  readonly rest: readonly unknown[]
  readonly notes: readonly (readonly [question: (source: Source) => unknown, answer: unknown])[]
  readonly result: Result
}

/** Makes a function keep its last result for each second argument. */
export type Remember<Source> = <Key extends object, Rest extends readonly unknown[], Result>(
  make: (source: Source, key: Key, ...rest: Rest) => Result,
) => (source: Source, key: Key, ...rest: Rest) => Result

/** Results are kept as long as what a function asked of its first argument has the same answers. */
export function remembering<Source>({ apiOf, watch }: Watching<Source>): Remember<Source> {
  return <Key extends object, Rest extends readonly unknown[], Result>(
    make: (source: Source, key: Key, ...rest: Rest) => Result,
  ) => {
    const calls = new WeakMap<Memory, WeakMap<object, Call<Source, Result>>>()
    return (source: Source, key: Key, ...rest: Rest): Result => {
      const memory = origins.get(apiOf(source))?.memory
      if (memory === undefined) return make(source, key, ...rest)
      const own = calls.get(memory) ?? new WeakMap<object, Call<Source, Result>>()
      calls.set(memory, own)
      const known = own.get(key)
      if (known !== undefined && isCurrent(known, source, rest)) return known.result
      const notes: [(source: Source) => unknown, unknown][] = []
      const ask: Ask<Source> = (question) => {
        const answer = question(source)
        notes.push([question, answer])
        return answer
      }
      const result = make(watch(source, ask), key, ...rest)
      own.set(key, { rest, notes, result })
      return result
    }
  }
}

function isCurrent<Source>(
  { rest, notes }: Call<Source, unknown>,
  source: Source,
  given: readonly unknown[],
): boolean {
  return (
    isSame(rest, given) && notes.every(([question, answer]) => isSame(answer, question(source)))
  )
}

/** `remembering` for functions of the model itself. */
export const remembered: Remember<Api> = remembering({ apiOf: (api) => api, watch: watchApi })
