import { expect, test } from 'vitest'
import { mockDocuments } from '@rpcloom/mock'
import { buildApi, type Built, type JsonObject, resolveType, type Type } from 'rpcloom/model'
import { compareApis } from '../../generator/src/diff/compare.ts'
import type { Version } from '../../generator/src/diff/version.ts'
import { docsFiles } from '../docs/site.ts'
import { answering, build, documentOf, loadedFrom } from '../model/documents.ts'
import { bitcoin, near } from './condensed.ts'

test('pages have the descriptions of alternatives as headings', async () => {
  const site = await docsFiles(build(bitcoin).api)
  const html = site.get('site/test/getblock.html') ?? ''
  expect(html).toContain('when verbosity is 2')
  expect(html).toContain('for verbosity = 2')
  expect(html).not.toMatch(/form \d/)
  const markdown = site.get('site/test/getblock.md') ?? ''
  expect(markdown).toMatch(/^### when verbosity is 1\n\nfor verbosity = 1/m)
  const plain = structuredClone(bitcoin)
  const without = JSON.parse(
    JSON.stringify(plain, (key, value: unknown) => (key === 'x-when' ? undefined : value)),
  ) as JsonObject
  const described = (await docsFiles(build(without).api)).get('site/test/getblock.html') ?? ''
  expect(described).toContain('<h3 class="tab-name">for verbosity &#x3D; 2</h3>')
})

test('doc comments list described alternatives once', () => {
  const of = (one: Built): readonly unknown[] => {
    const result = one.api.groups[0]?.methods[0]?.result?.type
    const type = result && resolveType(one.api, result)
    return type?.kind === 'union' ? type.members.map(({ doc }) => doc) : []
  }
  expect(of(build(near))).toEqual([
    { description: 'for view_account' },
    { summary: 'Call result' },
    { description: 'for an unknown account' },
  ])
  const twice = answering('get', {
    oneOf: [
      { type: 'string', description: 'hex' },
      { type: 'string', description: 'base64' },
      { type: 'integer' },
    ],
  })
  expect(of(build(documentOf([twice])))).toEqual([{ description: 'hex; base64' }, undefined])
})

test.each([
  ['a name that is no param', { level: 1 }, 'RL302', '/x-when/level'],
  ['a value that is out of bounds', { detail: 3 }, 'RL316', '/x-when/detail'],
  ['one of several values', { detail: [1, 3] }, 'RL316', '/x-when/detail'],
  ['no object', 'detail = 1', 'RL301', '/x-when'],
  ['an object as a value', { detail: {} }, 'RL301', '/x-when'],
  ['an object as one of several values', { detail: [1, {}] }, 'RL301', '/x-when'],
])('%s is reported', (_what, when, code, end) => {
  const method = {
    name: 'get',
    params: [{ name: 'detail', schema: { type: 'integer', maximum: 2 } }],
    result: {
      name: 'r',
      schema: { oneOf: [{ type: 'string', 'x-when': when }, { type: 'null' }] },
    },
  }
  const { api, diagnostics } = buildApi(loadedFrom({ 'test.openrpc.json': documentOf([method]) }), {
    scope: '@test',
  })
  expect(diagnostics.map((one) => one.code)).toEqual([code])
  expect(diagnostics[0]?.pointer?.endsWith(end)).toBe(true)
  expect(api.groups[0]?.methods[0]?.result?.cases).toBeUndefined()
})

const params = ['detail', 'full'].map((name) => ({ name, schema: {} }))
const when = (schema: JsonObject, condition: JsonObject): JsonObject => ({
  ...schema,
  'x-when': condition,
})
const text = { type: 'string' }
const flag = { type: 'boolean' }
const nothing = { type: 'null' }

/** Returns the conditions of a result, and the kinds of the types that are possible in each. */
function casesOf(schema: JsonObject): readonly unknown[] {
  const method = { name: 'get', params, result: { name: 'r', schema } }
  const { api } = build(documentOf([method]))
  const kindsOf = (given: Type): unknown => {
    const type = resolveType(api, given)
    if (type.kind === 'object') return type.properties.map(({ name }) => name).join()
    return type.kind === 'union' || type.kind === 'intersection'
      ? [type.kind, ...type.members.map(kindsOf)]
      : type.kind
  }
  return (api.groups[0]?.methods[0]?.result?.cases ?? []).map(({ when: conditions, type }) => [
    Object.fromEntries(conditions.map(({ param, values }) => [param, values])),
    kindsOf(type),
  ])
}

const member = (name: string): JsonObject => ({
  type: 'object',
  properties: { [name]: text },
  required: [name],
})

test.each<readonly [string, JsonObject, readonly unknown[]]>([
  [
    'an alternative without a condition',
    { oneOf: [when(text, { detail: 0 }), when(flag, { detail: 1 }), nothing] },
    [
      [{ detail: [0] }, ['union', 'string', 'null']],
      [{ detail: [1] }, ['union', 'boolean', 'null']],
    ],
  ],
  [
    'nullable',
    { nullable: true, oneOf: [when(text, { detail: 0 }), flag] },
    [[{ detail: [0] }, ['union', 'string', 'boolean', 'null']]],
  ],
  [
    'members beside the alternatives',
    {
      ...member('id'),
      oneOf: [when(member('a'), { detail: 0 }), when(member('b'), { detail: 1 })],
    },
    [
      [{ detail: [0] }, ['intersection', 'id', 'a']],
      [{ detail: [1] }, ['intersection', 'id', 'b']],
    ],
  ],
  [
    'allOf beside the alternatives',
    { allOf: [member('id')], anyOf: [when(member('a'), { detail: 0 }), member('b')] },
    [[{ detail: [0] }, ['intersection', 'id', ['union', 'a', 'b']]]],
  ],
])('the type of a case has %s', (_what, schema, want) => {
  expect(casesOf(schema)).toEqual(want)
})

test('overlapping conditions do not depend on their order', () => {
  const options = [
    when(text, { detail: [1, 0] }),
    when(flag, { full: true, detail: 1 }),
    when(nothing, { detail: 2 }),
  ]
  const want = [
    [{ detail: [1], full: [true] }, ['union', 'string', 'boolean']],
    [{ detail: [2] }, 'null'],
    [{ detail: [0, 1] }, ['union', 'string', 'boolean']],
  ]
  expect(casesOf({ oneOf: options })).toEqual(want)
  const reversed = casesOf({ oneOf: options.toReversed() })
  expect(reversed.map(sorted)).toEqual(want.map(sorted))
  const members = casesOf({
    oneOf: [when(text, { detail: 1, full: true }), when(flag, { full: true, detail: 1 })],
  })
  expect(members).toEqual([[{ detail: [1], full: [true] }, ['union', 'string', 'boolean']]])
})

/** Sorts the alternatives of a case, whose order has no meaning. */
function sorted(one: unknown): unknown {
  return JSON.stringify(one, (_key, value: unknown) =>
    Array.isArray(value) && value[0] === 'union'
      ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1))
      : value,
  )
}

test('mocks return what is beside the alternatives', async () => {
  const schema = {
    ...member('id'),
    oneOf: [when(member('a'), { detail: 0 }), when(member('b'), { detail: 1 })],
  }
  const mock = mockDocuments([documentOf([{ name: 'get', params, result: { name: 'r', schema } }])])
  for (const [detail, name] of [
    [0, 'a'],
    [1, 'b'],
  ] as const) {
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'get', params: [detail] })
    const { result } = JSON.parse((await mock.handle(call)) ?? '') as { result: object }
    expect(Object.keys(result).filter((key) => 'ab'.includes(key) || key === 'id')).toEqual(
      expect.arrayContaining(['id', name]),
    )
  }
})

test('diff pairs alternatives by their descriptions, and names them', () => {
  const version = (...oneOf: readonly JsonObject[]): Version => {
    const loaded = loadedFrom({ 'test.openrpc.json': documentOf([answering('get', { oneOf })]) })
    return { loaded, api: buildApi(loaded, { scope: '@test' }).api }
  }
  const object = (level: number, ...names: readonly string[]): JsonObject => ({
    type: 'object',
    description: `for level = ${level}`,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  })
  const changes = compareApis(
    version(object(1, 'a', 'b'), object(2, 'c')),
    // The order of alternatives has no meaning.
    version(object(2, 'c', 'd'), object(1, 'a'), object(3, 'e')),
  )
  expect(changes.map(({ kind, path, details }) => [kind, path, details.name])).toEqual(
    expect.arrayContaining([
      ['property-removed', 'result<for level = 1>.b', 'b'],
      ['property-added', 'result<for level = 2>.d', 'd'],
      ['alternative-added', 'result', 'for level = 3'],
    ]),
  )
  expect(changes).toHaveLength(3)
})
