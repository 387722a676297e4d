import { expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { emitted } from './emitted.ts'

const old = { type: 'string', deprecated: true, description: 'Use `from`.' }

test('members of inline objects keep their doc comments, in types and signatures', async () => {
  const by = {
    type: 'object',
    properties: {
      from: { type: 'string', description: 'First night.' },
      old,
      deep: {
        type: 'array',
        items: { type: 'object', properties: { at: { description: 'Where\nand when */' } } },
      },
    },
  }
  const result = {
    type: 'object',
    properties: {
      room: {
        anyOf: [
          { type: 'object', properties: { no: { description: 'On the door.' } } },
          { type: 'null' },
        ],
      },
    },
  }
  const { api } = build(
    documentOf([
      { ...answering('find', result), params: [{ name: 'by', required: true, schema: by }] },
    ]),
  )
  const output = await emitted(api, ['client', 'server'])
  for (const name of ['client', 'server']) output.compile(name)
  const types = output.sources.get('types/src/types/test.ts') ?? ''
  for (const comment of [
    '/** First night. */',
    '@deprecated',
    'and when *\\/',
    '/** On the door. */',
  ]) {
    expect(types).toContain(comment)
  }
  expect(output.sources.get('client/src/test.ts') ?? '').toMatch(
    /by: \{\s+\/\*\* First night\. \*\/\s+from\?: string/,
  )
})

test('a deprecated member that the decoded form redeclares is deprecated in it', async () => {
  const result = {
    type: 'object',
    properties: {
      count: { type: 'integer', format: 'uint64', deprecated: true },
      size: { type: 'integer', format: 'uint64', description: 'Bytes.' },
    },
  }
  const { api } = build(
    documentOf([answering('get', { $ref: '#/components/schemas/Stats' })], { Stats: result }),
  )
  const output = await emitted(api, ['client'])
  output.compile('client')
  const [, decoded = ''] = (output.sources.get('types/src/types/test.ts') ?? '').split(
    'interface Stats extends',
  )
  expect(decoded).toMatch(/@deprecated[^;]*count\?: bigint;\s+size\?: bigint/)
})

test.each([
  ['Returns it.\n\nMore words.\n\n```json\n{}\n```', '/** Returns it. See {@link Test.get}. */'],
  ['```json\n{}\n```', '/** See {@link Test.get}. */'],
  ['Returns\nit', 'it. See {@link Test.get}.'],
])('the short comment of %j is closed before its link', async (description, comment) => {
  const { api } = build(documentOf([{ ...answering('get', true), description }]))
  const { sources } = await emitted(api, ['client'])
  expect(sources.get('client/src/test.ts')).toContain(comment)
})

test('a member that another part of `allOf` requires is not undefined', async () => {
  const properties = {
    city: { type: 'string' },
    zip: { type: 'integer', format: 'uint64' },
    other: { type: 'string' },
  }
  const full = {
    allOf: [{ $ref: '#/components/schemas/Draft' }, { required: ['city', 'zip', 'new'] }],
  }
  const { api } = build(
    documentOf([answering('get', { $ref: '#/components/schemas/Full' })], {
      Draft: { type: 'object', properties },
      Full: full,
    }),
  )
  const output = await emitted(api, ['client'])
  output.compile('client')
  output.put(
    'client/src/use.ts',
    `import type { Test } from './test.ts'
export async function use(client: Test): Promise<[string, bigint, unknown]> {
  const full = await client.get()
  // @ts-expect-error Another member is still optional.
  const other: string = full.other
  return [full.city, full.zip, [full.new, other]]
}
`,
  )
  output.compile('client')
})
