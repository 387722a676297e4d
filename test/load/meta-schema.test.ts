import { assert, asyncProperty, constantFrom } from 'fast-check'
import { expect, test } from 'vitest'
import { load } from '../../generator/src/load/load.ts'
import { checkMetaSchema } from '../../generator/src/load/meta-schema.ts'
import { isObject } from '../../generator/src/load/pointer.ts'
import type { Json, JsonObject } from '../../generator/src/model/types.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const sound: JsonObject = {
  openrpc: '1.3.2',
  info: { title: 'Pets', version: '1.0.0', contact: { name: 'c' }, license: { name: 'l' } },
  servers: [
    { name: 's', url: 'http://example.org', variables: { a: { default: 'x', enum: ['x'] } } },
  ],
  externalDocs: { url: 'http://example.org' },
  methods: [
    {
      name: 'getPet',
      summary: 's',
      deprecated: false,
      paramStructure: 'by-name',
      tags: [{ name: 't' }],
      params: [{ name: 'id', required: true, schema: { type: 'integer', minimum: 1 } }],
      result: { name: 'pet', schema: { type: 'object', required: ['a'] } },
      errors: [{ code: 1, message: 'm' }],
      links: [{ name: 'l', method: 'getPet' }],
      examples: [
        { name: 'e', params: [{ name: 'id', value: 1 }], result: { name: 'pet', value: { a: 1 } } },
      ],
    },
  ],
  components: { schemas: { Pet: { type: 'object' } } },
}

/** Every place in a document where a member can be removed, replaced or added. */
function placesOf(json: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof json !== 'object' || json === null) return [path]
  return [path, ...Object.entries(json).flatMap(([key, inner]) => placesOf(inner, [...path, key]))]
}

function change(json: Json, path: readonly string[], value: Json | undefined): Json {
  const [key, ...rest] = path
  if (key === undefined) return value === undefined ? {} : value
  if (Array.isArray(json)) {
    return json.flatMap((item: Json, index) => {
      if (String(index) !== key) return [item]
      return rest.length === 0 && value === undefined ? [] : [change(item, rest, value)]
    })
  }
  const copy: Record<string, Json> = Object.fromEntries(Object.entries(json ?? {}))
  if (rest.length === 0 && value === undefined) delete copy[key]
  else copy[key] = change(copy[key] ?? {}, rest, value)
  return copy
}

// The library throws for a version that it does not know.
const places = placesOf(sound).filter((path) => path.length > 0 && path[0] !== 'openrpc')
const values: readonly (Json | undefined)[] = [
  undefined,
  7,
  'text',
  true,
  null,
  [],
  {},
  { stranger: 1 },
]

test('what the meta-schema refuses, our checks name', async () => {
  expect(checkMetaSchema('api.json', sound)).toEqual([])
  await assert(
    asyncProperty(constantFrom(...places), constantFrom(...values), async (path, value) => {
      const document = change(sound, path, value)
      if (typeof document !== 'object' || document === null || Array.isArray(document)) return
      const root = temporaryFolder({ 'api.json': JSON.stringify(document) })
      const { diagnostics } = await load({ root, inputs: ['api.json'] })
      const refused = 'openrpc' in document && checkMetaSchema('api.json', document).length > 0
      // RL208 alone would mean that the fault has no message and no severity of its own.
      const own = diagnostics.filter(({ code }) => /^RL2(0[1-7]|1)|^RL1/.test(code))
      const urls = path.includes('url')
      if (refused && !urls) expect(own, JSON.stringify([path, value])).not.toEqual([])
    }),
    { seed: 20, numRuns: 400 },
  )
})

const extension = {
  openrpcExtension: '0.0.0-development',
  name: 'x-reason',
  version: '1.0.0',
  summary: 's',
  restricted: ['errorObject'],
  schema: {},
}

test.each([
  ['declares what it adds', [extension], 0],
  ['declares nonsense', [{ ...extension, restricted: ['no such object'] }], 1],
  ['declares no list', 7, 1],
])('a document that %s', (_, extensions, count) => {
  const document = { ...sound, 'x-extensions': extensions }
  const reasoned = change(document, ['methods', '0', 'errors', '0', 'x-reason'], {})
  // Twice: what one document declares must not stay in the meta-schema for the next.
  for (let time = 0; time < 2; time++) {
    const findings = isObject(reasoned) ? checkMetaSchema('api.json', reasoned) : []
    expect(findings.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => 'RL208'))
  }
})
