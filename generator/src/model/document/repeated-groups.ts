import type { Finding } from '../../diagnostics/diagnostics.ts'
import { keyOf } from '../names/group-names.ts'
import { camel } from '../names/identifiers.ts'
import { below } from '../../json/place.ts'
import type { JsonObject, Place } from '../../json/types.ts'
import type { GroupDraft } from './group.ts'

/**
 * Reports documents that have the same group key as an earlier document, and methods that have the
 * same name and address as a method of an earlier document.
 */
export function repeatedGroups(
  documents: readonly { readonly file: string; readonly json: JsonObject }[],
  groups: readonly GroupDraft[],
): readonly Finding[] {
  return [
    ...repeatedKeys(documents),
    ...repeatedAddresses(groups, 'methods'),
    ...repeatedAddresses(groups, 'clientMethods'),
  ]
}

function repeatedKeys(
  documents: readonly { readonly file: string; readonly json: JsonObject }[],
): readonly Finding[] {
  const first = new Map<string, string>()
  return documents.flatMap(({ file, json }) => {
    const key = keyOf(json)
    if (!key) return []
    // Keys must differ in more than case, because they are also used as file names.
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

function repeatedAddresses(
  groups: readonly GroupDraft[],
  side: 'methods' | 'clientMethods',
): readonly Finding[] {
  const first = new Map<string, string>()
  return groups.flatMap(({ file, route, [side]: methods }) => {
    // All methods that two documents both declare at the same path are reported together in one
    // finding.
    const byCause = new Map<string, Repetition>()
    for (const { name, place, path = route.path } of methods) {
      const address = `${path} ${name}`
      const earlier = first.get(address)
      if (earlier === undefined || earlier === file) {
        first.set(address, file)
        continue
      }
      const cause = `${path} ${earlier}`
      const { others = -1, ...rest } = byCause.get(cause) ?? { name, place, path, earlier }
      byCause.set(cause, { ...rest, others: others + 1 })
    }
    return [...byCause.values()].map(repetitionFinding)
  })
}

/**
 * The first method that an earlier document declares at the same path, and the number of further
 * such methods.
 */
interface Repetition {
  readonly name: string
  readonly place: Place
  readonly path: string
  readonly earlier: string
  readonly others: number
}

function repetitionFinding({ name, place, path, earlier, others }: Repetition): Finding {
  const methods = others === 0 ? `a method ${name}` : `methods ${name} and ${others} more`
  const message = `${earlier} already has ${methods} at ${path}.`
  return { code: 'RL304', message, place: below(place, 'name') }
}
