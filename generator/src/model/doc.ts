import { flagOf, isObject, objectOf, textOf } from '../json/members.ts'
import type { Deprecation, Doc } from './types.ts'
import type { Json, JsonObject } from '../json/types.ts'

/** Returns the description of a method, content descriptor or similar element. */
export function docOf(json: JsonObject): Doc {
  const summary = textOf(json, 'summary')
  const description = textOf(json, 'description')
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
  const title = textOf(json, 'title')
  const doc = docOf(json)
  return doc.description === undefined && title !== undefined ? { ...doc, description: title } : doc
}

/** Reads `deprecated: true` and `x-deprecated`; either is enough. */
export function deprecationOf(json: JsonObject): Deprecation | undefined {
  const details = objectOf(json, 'x-deprecated')
  if (details === undefined && !flagOf(json, 'deprecated')) return undefined
  const since = textOf(details, 'since')
  const replacedBy = textOf(details, 'replacedBy')
  const reason = textOf(details, 'reason')
  return {
    ...(since === undefined ? {} : { since }),
    ...(replacedBy === undefined ? {} : { replacedBy }),
    ...(reason === undefined ? {} : { reason }),
  }
}

function externalDocsOf(json: JsonObject): Doc['externalDocs'] {
  const docs = objectOf(json, 'externalDocs')
  const url = textOf(docs, 'url')
  if (url === undefined) return undefined
  const description = textOf(docs, 'description')
  return description === undefined ? { url } : { url, description }
}
