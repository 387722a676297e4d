import type { Api } from '../model/types.ts'

/** Creates a function that caches a value computed from a model. */
export function cachedByApi<Found extends object>(find: (api: Api) => Found): (api: Api) => Found {
  const known = new WeakMap<Api, Found>()
  return (api) => {
    const found = known.get(api) ?? find(api)
    known.set(api, found)
    return found
  }
}
