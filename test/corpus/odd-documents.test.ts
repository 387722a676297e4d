import type { Json, JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { run } from './command.ts'
import { nasty } from './nasty-documents.ts'

const get: JsonObject = {
  name: 'get',
  params: [{ name: 'id', schema: { type: 'string' } }],
  result: { name: 'pet', schema: { type: 'string' } },
}

function withMethod(members: Readonly<Record<string, Json>>): JsonObject {
  return { openrpc: '1.2.6', info: { title: 'T', version: '1' }, methods: [{ ...get, ...members }] }
}

function withDocument(members: Readonly<Record<string, Json>>): JsonObject {
  return { ...withMethod({}), ...members }
}

/** Documents that violate the specification, but whose meaning is clear. */
const readable: Readonly<Record<string, JsonObject>> = {
  'no-params': withDocument({ methods: [{ name: 'get', result: { name: 'pet', schema: {} } }] }),
  'null-info': withDocument({ info: null }),
  'info-as-text': withDocument({ info: 'Pets' }),
  'no-title': withDocument({ info: {} }),
  'one-server': withDocument({ servers: { url: 'http://localhost' } }),
  'servers-as-text': withDocument({ servers: ['http://localhost'] }),
  'server-variables-as-list': withDocument({ servers: [{ url: '/', variables: ['a'] }] }),
  'number-as-version': withDocument({ info: { title: 'T', version: 1 } }),
  'tags-as-text': withMethod({ tags: ['pets', 'public'] }),
  'tags-as-one-text': withMethod({ tags: 'pets' }),
  'links-by-name': withMethod({ links: { next: { method: 'get' } } }),
  'errors-by-name': withMethod({ errors: { missing: { code: 1, message: 'Missing' } } }),
  'an-error-that-is-none': withMethod({ errors: [null, 'gone', { code: '1', message: 2 }] }),
  'examples-as-values': withMethod({ examples: [{ name: 'a', params: ['1'], result: 'cat' }] }),
  'examples-by-name': withMethod({ examples: { a: { params: [], result: { value: 'cat' } } } }),
  'params-of-an-example-by-name': withMethod({
    examples: [{ name: 'a', params: { id: '1' }, result: { value: 'cat' } }],
  }),
  'external-docs-as-text': withMethod({ externalDocs: 'https://example.org' }),
  'result-without-name': withMethod({ result: { schema: { type: 'string' } } }),
  'result-as-schema': withMethod({ result: { type: 'string' } }),
  'params-without-names': withMethod({
    params: [{ schema: { type: 'string' } }, { schema: { type: 'integer' }, required: true }],
  }),
  'params-as-schemas': withMethod({ params: [{ type: 'string' }, { type: 'integer' }] }),
  'texts-as-numbers': withMethod({ summary: 1, description: ['a'], deprecated: 'yes' }),
  'unknown-structure': withMethod({ paramStructure: 'by-magic' }),
  'unknown-members': withMethod({ security: [], permission: 'read' }),
  'references-with-names-of-their-own': {
    ...withMethod({
      params: ['from', 'to'].map((name) => ({ $ref: '#/components/contentDescriptors/A', name })),
    }),
    components: { contentDescriptors: { A: { name: 'address', schema: { type: 'string' } } } },
  },
  'params-as-one-schema': withMethod({ params: { type: 'object', properties: { a: true } } }),
  'schemas-as-words': withMethod({
    result: { name: 'pet', schema: { properties: { a: 'int', b: { required: true } } } },
  }),
  'null-components': withDocument({ components: { schemas: {}, errors: null, tags: [] } }),
}

/**
 * Documents that are rejected, because their meaning is unclear or the mistake is easy to correct.
 */
const unreadable: Readonly<Record<string, JsonObject>> = {
  'methods-by-name': withDocument({ methods: { get: {}, put: { params: { id: 'string' } } } }),
  'one-method': withDocument({ methods: get }),
  'params-as-object': withMethod({ params: { name: 'id', schema: {} } }),
  'list-of-one-result': withMethod({ result: [{ name: 'pet', schema: { type: 'Bool' } }] }),
  'method-without-name': withMethod({ name: {} }),
  'methods-of-which-one-is-none': withDocument({ methods: { get: {}, put: { verb: 'PUT' } } }),
  'params-that-may-be-one': withMethod({ params: { schema: {} } }),
  'nameless-param-by-name': withMethod({ paramStructure: 'by-name', params: [{ schema: {} }] }),
  'schema-as-text': withMethod({ result: { name: 'pet', schema: 'Pet' } }),
  'another-version': withDocument({ openrpc: '2.0.0' }),
}

function files(documents: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(documents).map(([name, document]) => [
      name,
      typeof document === 'string' ? document : JSON.stringify(document),
    ]),
  )
}

test(
  'unusual documents, and those that often break generators, generate and compile',
  { timeout: 240_000 },
  async () => {
    const odd = Object.entries({ ...readable, ...unreadable })
    const folder = temporaryFolder({
      ...files(Object.fromEntries(odd.map(([name, document]) => [`odd/${name}.json`, document]))),
      ...files(nasty),
    })
    const { outcomes, text } = await run(folder, ['--plain', '--older', '0'])
    const nastyFiles = Object.keys(nasty).filter(
      (name) => !name.includes('/') || name.includes('api.'),
    )
    const refused = Object.keys(unreadable).map((name) => `odd/${name}.json`)
    const generated = [...Object.keys(readable).map((name) => `odd/${name}.json`), ...nastyFiles]
    const named = (verdict: string): readonly string[] =>
      outcomes.filter((outcome) => outcome.verdict === verdict).map(({ file }) => file)
    expect(named('generated'), text).toEqual(generated.toSorted())
    expect(named('refused'), text).toEqual(refused.toSorted())
    expect(outcomes.length, text).toBe(generated.length + refused.length)
  },
)
