import { Ajv } from 'ajv'
import { files, type Found, type Json, type JsonObject } from './files.ts'
import { formats } from './formats.ts'

const base = 'openrpc:/'

/** ajv with every file loaded, so that references across files resolve. */
const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, logger: false })
for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check)
for (const [path, json] of files) ajv.addSchema(withChecksums(path, json), base + path)

/** Returns the errors of a value according to the schema at a location. */
export function faults(schema: Found, value: Json): readonly string[] {
  const $ref = `${base}${schema.file}#${encodeURI(schema.pointer)}`
  const validate = ajv.compile({ $ref })
  validate(value)
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || 'value'} ${message ?? ''}`,
  )
}

/**
 * Adds a check of the checksum, because the schema of checksummed bytes has the format of all hex.
 */
function withChecksums(path: string, json: JsonObject): JsonObject {
  if (path !== 'shared/primitives.json') return json
  return JSON.parse(
    JSON.stringify(json, (key, value: unknown) =>
      key === 'ChecksummedHex' && typeof value === 'object'
        ? { ...value, format: 'checksummed-hex' }
        : value,
    ),
  ) as JsonObject
}
