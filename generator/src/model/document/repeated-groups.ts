import type { Finding } from '../../diagnostics.ts'
import { keyOf } from '../names/group-names.ts'
import { camel } from '../names/identifiers.ts'
import { below } from '../place.ts'
import type { JsonObject } from '../types.ts'
import type { GroupDraft } from './group.ts'

/** Reports documents with the key, or a method at the address, of an earlier one. */
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
    const key = keyOf(json)
    if (!key) return []
    // Unique as members and, ignoring case, as files.
    const name = camel(key).toLowerCase()
    const earlier = first.get(name)
    if (earlier === undefined) {
      first.set(name, file)
      return []
    }
    const message = `The key ${key} is already used by ${earlier}.`
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
      const message = `${earlier} already has a method ${wire} at ${path}.`
      return [{ code: 'RL304', message, place: below(place, 'name') }]
    }),
  )
}
