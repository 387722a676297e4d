import type { JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { docsFiles } from './site.ts'

const self = { $ref: '#/components/schemas/Node' }

test.each([
  ['allOf', { allOf: [self, { type: 'object', properties: { weight: { type: 'number' } } }] }],
  [
    'a union and a tuple',
    { oneOf: [self, { type: 'null' }], items: [{ type: 'string' }, true], additionalItems: false },
  ],
])('a recursive schema that is merged with other fields is shown, %s', async (_name, next) => {
  const node = { type: 'object', properties: { name: { type: 'string' }, next } }
  const { api } = build(documentOf([answering('get', self)], { Node: node }))
  const files = await docsFiles(api, { title: 'T' })
  const pages = [...files].filter(([path]) => path.endsWith('.html'))
  expect(pages.some(([, text]) => text.includes('.next'))).toBe(true)
})

/** Returns schemas that are each merged with the next two, in a cycle. */
function ring(count: number, of: (both: JsonObject) => JsonObject): JsonObject {
  const schema = (at: number): JsonObject => ({ $ref: `#/components/schemas/S${at % count}` })
  const schemas = Array.from({ length: count }, (_, at) => {
    return [`S${at}`, of({ allOf: [schema(at + 1), schema(at + 2)] })] as const
  })
  return documentOf([answering('get', schema(0))], Object.fromEntries(schemas))
}

const kinds = (both: JsonObject): JsonObject => ({
  anyOf: ['a', 'b'].map((kind) => ({
    type: 'object',
    properties: { kind: { const: kind }, [kind]: both },
  })),
})
const lists = (both: JsonObject): JsonObject => ({
  anyOf: [
    { type: 'array', items: both },
    { type: 'array', prefixItems: [both] },
  ],
})

test.each([
  ['alternatives with members', ring(12, kinds)],
  ['lists', ring(30, lists)],
])('fields of merged schemas that contain each other are limited, %s', async (_, document) => {
  const files = await docsFiles(build(document).api, { title: 'T' })
  const size = [...files.values()].reduce((sum, text) => sum + text.length, 0)
  expect(size).toBeLessThan(50_000_000)
})
