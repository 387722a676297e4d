import { defined, flagOf, isObject, objectOf, stringOf } from '../json/members.ts'
import type { Deprecation, Doc } from './types.ts'
import type { Json, JsonObject } from '../json/types.ts'

/** Returns the description of a method, content descriptor or similar element. */
export function docOf(json: JsonObject): Doc {
  return defined({
    summary: stringOf(json, 'summary'),
    description: stringOf(json, 'description'),
    externalDocs: externalDocsOf(json),
    deprecated: deprecationOf(json),
  })
}

/** Returns the description of a schema. Falls back to the title of the schema. */
export function schemaDoc(json: Json): Doc {
  if (!isObject(json)) return {}
  const title = stringOf(json, 'title')
  const doc = docOf(json)
  return doc.description === undefined && title !== undefined ? { ...doc, description: title } : doc
}

/** Reads `deprecated: true` and `x-deprecated`. Either marks an object as deprecated. */
export function deprecationOf(json: JsonObject): Deprecation | undefined {
  const details = objectOf(json, 'x-deprecated')
  if (details === undefined && !flagOf(json, 'deprecated')) return undefined
  return defined({
    since: stringOf(details, 'since'),
    replacedBy: stringOf(details, 'replacedBy'),
    reason: stringOf(details, 'reason'),
  })
}

function externalDocsOf(json: JsonObject): Doc['externalDocs'] {
  const docs = objectOf(json, 'externalDocs')
  const url = stringOf(docs, 'url')
  if (url === undefined) return undefined
  return { url, ...defined({ description: stringOf(docs, 'description') }) }
}
