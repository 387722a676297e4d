// Makes an OpenRPC document of the schemas of Core Lightning: `node core-lightning.mjs lightning-*.json >
// lightning.openrpc.json`. The schemas are in the folder doc/schemas of its sources.
import { documentOf, main } from './document.mjs'

function methodOf({ rpc, title, description, request = {}, response = {} }) {
  const required = new Set(request.required ?? [])
  const params = Object.entries(request.properties ?? {}).map(([name, schema]) => ({
    name,
    ...(required.has(name) && { required: true }),
    schema: plain(schema),
  }))
  return {
    name: rpc,
    ...(title && { summary: title }),
    ...(description && { description: textOf(description) }),
    params: [...params.filter((one) => one.required), ...params.filter((one) => !one.required)],
    result: { name: 'result', schema: plain(response) },
  }
}

/** Types that Core Lightning adds to those of JSON Schema. */
const types = {
  u8: { type: 'integer', minimum: 0, maximum: 0xff },
  u16: { type: 'integer', minimum: 0, maximum: 0xffff },
  u32: { type: 'integer', minimum: 0, maximum: 0xffffffff },
  u64: { type: 'integer', format: 'uint64' },
  msat: { type: 'integer', format: 'uint64' },
  sat: { type: 'integer', format: 'uint64' },
  hex: { type: 'string', pattern: '^([0-9a-f]{2})*$' },
  hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  secret: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  txid: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  pubkey: { type: 'string', pattern: '^0[23][0-9a-f]{64}$' },
  signature: { type: 'string', pattern: '^[0-9a-f]+$' },
  bip340sig: { type: 'string', pattern: '^[0-9a-f]{128}$' },
  point32: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  short_channel_id: { type: 'string', pattern: '^[0-9]+x[0-9]+x[0-9]+$' },
  short_channel_id_dir: { type: 'string', pattern: '^[0-9]+x[0-9]+x[0-9]+/[01]$' },
}

const known = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const nested = /^(?:items|allOf|anyOf|oneOf|not|if|then|else|additionalProperties)$/

/** Converts a schema: types, and descriptions that are lists of lines. */
function plain(schema) {
  if (Array.isArray(schema)) return schema.map(plain)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.assign({}, ...Object.entries(schema).map(([key, value]) => member(key, value)))
}

function member(key, value) {
  if (key === 'type' && typeof value === 'string')
    return types[value] ?? (known.has(value) ? { type: value } : {})
  if (key === 'description') return { description: textOf(value) }
  if (key === 'added') return { 'x-since': value }
  if (key === 'properties')
    return {
      properties: Object.fromEntries(
        Object.entries(value).map(([name, schema]) => [name, plain(schema)]),
      ),
    }
  return { [key]: nested.test(key) ? plain(value) : value }
}

function textOf(description) {
  return Array.isArray(description) ? description.join('\n') : description
}

main('a schema of a command of Core Lightning', (...commands) =>
  documentOf({ title: 'Core Lightning', methods: commands.map(methodOf), schemas: {} }),
)
