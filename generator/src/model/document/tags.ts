import { isArray, objectOf, own, stringOf } from '../../json/members.ts'
import { below } from '../../json/place.ts'
import type { Group } from '../types.ts'
import type { JsonObject, Place } from '../../json/types.ts'
import { type DocumentScope, elementAt } from './scope.ts'

type Tag = Group['tags'][number]

/** Reads the tags of a method. Tags are objects, references or, in some documents, strings. */
export function tagsOf(scope: DocumentScope, place: Place, json: JsonObject): readonly Tag[] {
  const declared = own(json, 'tags')
  if (!isArray(declared)) return []
  return declared.flatMap((tag, index) => {
    if (typeof tag === 'string') return [{ name: tag }]
    const element = elementAt(scope, below(place, 'tags', index), tag)
    return element === undefined ? [] : oneTag(element.json)
  })
}

/**
 * Returns the tags of a group. Tags in `components` come first, followed by tags that only methods
 * declare.
 */
export function groupTags(json: JsonObject, ofMethods: readonly Tag[]): readonly Tag[] {
  const components = objectOf(objectOf(json, 'components'), 'tags') ?? {}
  const tags = new Map<string, Tag>()
  for (const tag of [...Object.values(components).flatMap(oneTag), ...ofMethods]) {
    const known = tags.get(tag.name)
    if (known?.description === undefined) tags.set(tag.name, tag)
  }
  return [...tags.values()]
}

function oneTag(json: Parameters<typeof stringOf>[0]): readonly Tag[] {
  const name = stringOf(json, 'name')
  if (name === undefined) return []
  const description = stringOf(json, 'description') ?? stringOf(json, 'summary')
  return [{ name, ...(description === undefined ? {} : { description }) }]
}
