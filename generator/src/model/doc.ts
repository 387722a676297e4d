import { deprecationOf } from '@rpcloom/rpc/internal'
import { defined, isObject, objectOf, stringOf } from '../json/members.ts'
import type { Doc } from './types.ts'
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

function externalDocsOf(json: JsonObject): Doc['externalDocs'] {
  const docs = objectOf(json, 'externalDocs')
  const url = stringOf(docs, 'url')
  if (url === undefined) return undefined
  return { url, ...defined({ description: stringOf(docs, 'description') }) }
}
