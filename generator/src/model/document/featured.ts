import { isArray, objectOf, own, stringsOf } from '../../json/members.ts'
import { below } from '../../json/place.ts'
import type { JsonObject, Place } from '../../json/types.ts'
import type { DocumentScope } from './scope.ts'

const most = 5

/** Reads the names of at most five featured methods from `x-group.featured`. */
export function featuredOf(
  scope: DocumentScope,
  { place, json }: { readonly place: Place; readonly json: JsonObject },
  names: readonly string[],
): readonly string[] {
  const group = objectOf(json, 'x-group')
  const declared = own(group, 'featured')
  if (declared === undefined) return []
  const known = new Set(names)
  const named = [...new Set(stringsOf(group, 'featured'))].filter((name) => known.has(name))
  const featured = named.slice(0, most)
  if (!isArray(declared) || featured.length < declared.length) {
    scope.findings.push({
      code: 'RL301',
      message: `The member \`featured\` of x-group must list at most ${most} different methods of the document; other entries are ignored.`,
      place: below(place, 'x-group', 'featured'),
    })
  }
  return featured
}
