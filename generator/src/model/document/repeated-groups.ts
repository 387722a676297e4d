import type { Finding } from '../../diagnostics.ts'
import { objectOf, textOf } from '../json.ts'
import { below } from '../place.ts'
import type { JsonObject } from '../types.ts'
import type { GroupDraft } from './group.ts'

/** Documents that claim the key, or a method at the address, of an earlier one. */
export function repeatedGroups(
  documents: readonly { readonly file: string; readonly json: JsonObject }[],
  groups: readonly GroupDraft[],
): readonly Finding[] {
  return [...repeatedKeys(documents), ...repeatedAddresses(groups)]
}

function repeatedKeys(
  documents: readonly { readonly file: string; readonly json: JsonObject }[],
): readonly Finding[] {
  const first = new Map<string, string>()
  return documents.flatMap(({ file, json }) => {
    const key = textOf(objectOf(json, 'x-group'), 'key')
    const earlier = key === undefined ? undefined : first.get(key)
    if (key === undefined) return []
    if (earlier === undefined) {
      first.set(key, file)
      return []
    }
    const message = `The key ${key} is that of ${earlier} already.`
    const place = below({ file, pointer: '' }, 'x-group', 'key')
    return [{ code: 'RL303', message, place }]
  })
}

function repeatedAddresses(groups: readonly GroupDraft[]): readonly Finding[] {
  const first = new Map<string, string>()
  return groups.flatMap(({ file, route, methods }) =>
    methods.flatMap(({ wire, place, path = route.path }): readonly Finding[] => {
      const address = `${path} ${wire}`
      const earlier = first.get(address)
      if (earlier === undefined || earlier === file) {
        first.set(address, file)
        return []
      }
      const message = `${earlier} has a method ${wire} at ${path} already.`
      return [{ code: 'RL304', message, place: below(place, 'name') }]
    }),
  )
}
