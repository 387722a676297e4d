import type { Resolve } from '@rpcloom/schema'
import { MovedSchemas, type SchemaVersion } from '@rpcloom/schema/internal'
import type { Json, JsonObject } from '../json/types.ts'

export interface Components {
  /** Returns a schema in the version of the format, with references to components. */
  readonly convert: (schema: Json) => Json
  /** Returns the components to which converted schemas refer, by name. */
  readonly schemas: () => JsonObject
}

/**
 * Collects the schemas to which other schemas refer, for the version of JSON Schema of a format: 2020-12 in OpenAPI 3.1,
 * draft-07 in AsyncAPI. `first` are components of the format itself.
 */
export function openComponents(
  resolve: Resolve,
  version: SchemaVersion,
  first: JsonObject = {},
): Components {
  const at = '#/components/schemas/'
  const moved = new MovedSchemas({ resolve, version, at, taken: Object.keys(first) })
  return {
    // Moved JSON is JSON.
    convert: (schema) => moved.schema(schema) as Json,
    schemas: () => ({ ...first, ...(moved.definitions() as JsonObject) }),
  }
}
