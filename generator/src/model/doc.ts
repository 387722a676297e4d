import { flagOf, isObject, objectOf, stringOf } from '../json/members.ts'
import type { Deprecation, Doc } from './types.ts'
import type { Json, JsonObject } from '../json/types.ts'

/** Returns the description of a method, content descriptor or similar element. */
export function docOf(json: JsonObject): Doc {
  const summary = stringOf(json, 'summary')
  const description = stringOf(json, 'description')
  const externalDocs = externalDocsOf(json)
  const deprecated = deprecationOf(json)
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(externalDocs === undefined ? {} : { externalDocs }),
    ...(deprecated === undefined ? {} : { deprecated }),
  }
}

/** Returns the description of a schema, or its title if it has no description. */
export function schemaDoc(json: Json): Doc {
  if (!isObject(json)) return {}
  const title = stringOf(json, 'title')
  const doc = docOf(json)
  return doc.description === undefined && title !== undefined ? { ...doc, description: title } : doc
}

/** Reads `deprecated: true` and `x-deprecated`; either is enough. */
export function deprecationOf(json: JsonObject): Deprecation | undefined {
  const details = objectOf(json, 'x-deprecated')
  if (details === undefined && !flagOf(json, 'deprecated')) return undefined
  const since = stringOf(details, 'since')
  const replacedBy = stringOf(details, 'replacedBy')
  const reason = stringOf(details, 'reason')
  return {
    ...(since === undefined ? {} : { since }),
    ...(replacedBy === undefined ? {} : { replacedBy }),
    ...(reason === undefined ? {} : { reason }),
  }
}

function externalDocsOf(json: JsonObject): Doc['externalDocs'] {
  const docs = objectOf(json, 'externalDocs')
  const url = stringOf(docs, 'url')
  if (url === undefined) return undefined
  const description = stringOf(docs, 'description')
  return description === undefined ? { url } : { url, description }
}
