import { listOf, objectOf, stringOf } from '../../json/members.ts'
import type { Element } from '../../openrpc/elements.ts'
import type { Group } from '../types.ts'
import type { JsonObject } from '../../json/types.ts'
import type { DocumentScope } from './scope.ts'

type Tag = Group['tags'][number]

/** Reads the tags of a method. Tags are objects, references or, in some documents, strings. */
export function tagsOf({ elements }: DocumentScope, method: Element): readonly Tag[] {
  const tags = listOf(method.json, 'tags').map((tag) =>
    typeof tag === 'string' ? { name: tag } : tag,
  )
  return elements.list({ ...method, json: { tags } }, 'tags').flatMap(({ json }) => oneTag(json))
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
