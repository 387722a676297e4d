import { gather } from '../json/gather.ts'
import { compareText } from '../json/compare-text.ts'
import { placeId } from '../json/place.ts'
import { jsonText } from '../json/text.ts'
import { everyMethod } from '../model/sides.ts'
import type { Api, Method, TypeId } from '../model/types.ts'
import { hashOf } from '../json/hash.ts'
import { type Described, typeDigests } from './type-digests.ts'

/**
 * Members of the model that do not affect requests and responses: descriptions, locations, and source schemas.
 */
const silent = new Set([
  'description',
  'doc',
  'examples',
  'experimental',
  'extensions',
  'help',
  'limits',
  'links',
  // Contains the same information as `params`.
  'paramsType',
  'place',
  'schema',
  'summary',
  'tags',
])

/**
 * Returns a digest of every method, by group key and method name. Methods with equal digests have equal
 * requests and responses.
 */
export function digestApi(api: Api): Readonly<Record<string, string>> {
  const stableId = stableIds(api)
  const describe = (value: unknown): Described => describeValue(value, stableId)
  const digests = typeDigests(api.types, describe, stableId)
  return Object.fromEntries(
    api.groups.flatMap((group) => {
      const digestOf = (method: Method): string => {
        const { text, refs } = describe(callOf(method))
        const types = refs.map((ref) => [stableId(ref), digests.get(ref) ?? ''])
        return hashOf(jsonText([text, types]))
      }
      const byName = gather(
        everyMethod(group).map((method) => [method.name, digestOf(method)] as const),
      )
      // A name in both directions has two methods.
      return [...byName].map(([name, [first, second]]) => [
        `${group.key} ${name}`,
        second === undefined ? first : hashOf(jsonText([first, second])),
      ])
    }),
  )
}

type StableId = (id: TypeId) => string

/**
 * Returns a function that replaces the index of a method in an ID by the name of the method, because every
 * method that is inserted before it changes the index.
 */
function stableIds({ groups }: Api): StableId {
  const names = new Map(
    groups.flatMap((group) => {
      const served = new Set(group.methods)
      return everyMethod(group).map((method) => {
        const name = served.has(method) ? method.name : `${method.name} of the client`
        return [placeId(method.place), name] as const
      })
    }),
  )
  return (id) => {
    const [place = '', before = ''] = /^(.*#\/methods\/)\d+(?=\/)/s.exec(id) ?? []
    const name = names.get(place)
    return name === undefined ? id : `${before}${name}${id.slice(place.length)}`
  }
}

/**
 * Returns the properties of a method that callers can notice. If params are sent by name, their order does not
 * matter.
 */
function callOf(method: Method): object {
  if (method.paramStructure !== 'by-name') return method
  const byName = method.params.map(({ omittable: __, ...param }) => param)
  return { ...method, params: byName.sort((a, b) => compareText(a.name, b.name)) }
}

/**
 * Serializes a value of the model without members that do not affect requests and responses. Also returns the
 * IDs of the types to which the value refers.
 */
function describeValue(value: unknown, stableId: StableId): Described {
  const refs = new Set<TypeId>()
  const text =
    jsonText(value, (key: string, inner: unknown) => {
      if (silent.has(key)) return undefined
      if (key === 'to' && typeof inner === 'string') {
        refs.add(inner)
        return stableId(inner)
      }
      return typeof inner === 'bigint' ? `${inner}n` : inner
    }) ?? ''
  return { text, refs: [...refs] }
}
