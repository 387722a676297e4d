import { createRequire } from 'node:module'
import type { Json, JsonObject } from 'rpcloom/model'

interface Validator {
  readonly validateOpenRPCDocument: (document: Json) => true | { readonly message: string }
}

function isValidator(value: unknown): value is Validator {
  return typeof value === 'object' && value !== null && 'validateOpenRPCDocument' in value
}

/** Loaded with require, because the declarations of the package do not compile. */
const validator: unknown = createRequire(import.meta.url)('@open-rpc/schema-utils-js')

/**
 * Returns the errors of a document according to the validator of the OpenRPC project. Accepts
 * relative server URLs, as the specification does, although the meta-schema rejects them.
 */
export function publishedFaults(document: JsonObject): string {
  if (!isValidator(validator)) throw new Error('@open-rpc/schema-utils-js has no validator')
  const verdict = validator.validateOpenRPCDocument(withAbsoluteServers(document))
  return verdict === true ? '' : verdict.message
}

function withAbsoluteServers(document: JsonObject): Json {
  const text = JSON.stringify(document, (key, value: unknown) =>
    key === 'servers' && Array.isArray(value) ? value.map(absolute) : value,
  )
  const copy: Json = JSON.parse(text)
  return copy
}

function absolute(server: unknown): unknown {
  const hasUrl = typeof server === 'object' && server !== null && 'url' in server
  return hasUrl && typeof server.url === 'string' ? { ...server, url: 'http://host/' } : server
}
