import { isValid } from '@rpcloom/schema/internal'
import { checkSchema, pointerResolver } from '@rpcloom/schema'
import type { Json, JsonObject } from 'rpcloom/model'

/** A schema of a document, by its location in the document, and its verdicts on values. */
export interface Probe {
  readonly pointer: string
  readonly schema: Json
  /** The verdict without reasons, as on valid params. */
  readonly accepts: (value: unknown) => boolean
  /** The verdict by whether there are reasons against the value. */
  readonly explains: (value: unknown) => boolean
}

/** A document with added methods, each with one of the schemas for its param. */
export interface Probes {
  readonly document: JsonObject
  readonly list: readonly Probe[]
}

/** Adds a method to a document for each schema, so that the references of the schemas resolve. */
export function probesOf(bundle: JsonObject, schemas: readonly Json[]): Probes {
  const methods = Object.hasOwn(bundle, 'methods') ? bundle['methods'] : undefined
  const before = Array.isArray(methods) ? methods : []
  const added = schemas.map((schema, index) => ({
    name: `probe ${index}`,
    params: [{ name: 'subject', required: true, schema }],
  }))
  const document: JsonObject = { ...bundle, methods: [...before, ...added] }
  const resolve = pointerResolver(document)
  const list = schemas.map((schema, index) => ({
    pointer: `/methods/${before.length + index}/params/0/schema`,
    schema,
    accepts: (value: unknown) => isValid(schema, value, { resolve }),
    explains: (value: unknown) => checkSchema(schema, value, { resolve }).length === 0,
  }))
  return { document, list }
}
