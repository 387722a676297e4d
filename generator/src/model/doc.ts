import { deprecationOf } from '@rpcloom/rpc/internal'
import { defined, isObject, objectOf, stringOf } from '../json/members.ts'
import type { Doc } from './types.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { jsonText } from '../json/text.ts'
import { whenOf } from './schema/when.ts'

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

/**
 * Returns the title of an alternative, or else when it is returned, as summary, and its description; undefined if it has
 * none of these.
 */
export function alternativeDoc(json: Json): Doc | undefined {
  const doc = defined({
    summary: stringOf(json, 'title') ?? whenText(json),
    description: stringOf(json, 'description'),
  })
  return doc.summary === undefined && doc.description === undefined ? undefined : doc
}

function whenText(json: Json): string | undefined {
  const conditions = whenOf(json).map(
    ({ param, values }) => `${param} is ${values.map((value) => jsonText(value)).join(' or ')}`,
  )
  return conditions.length === 0 ? undefined : `when ${conditions.join(' and ')}`
}

function externalDocsOf(json: JsonObject): Doc['externalDocs'] {
  const docs = objectOf(json, 'externalDocs')
  const url = stringOf(docs, 'url')
  if (url === undefined) return undefined
  return { url, ...defined({ description: stringOf(docs, 'description') }) }
}
