import { expect, test } from 'vitest'
import type { Change } from '../../generator/src/diff/change.ts'
import { compareApis } from '../../generator/src/diff/compare.ts'
import type { Version } from '../../generator/src/diff/version.ts'
import { buildApi, type Json, type JsonObject } from 'rpcloom/model'
import { documentOf, loadedFrom } from '../model/documents.ts'

function changesOf(before: JsonObject, after: JsonObject): readonly Change[] {
  const [old, now] = [before, after].map((document): Version => {
    const loaded = loadedFrom({ 'test.openrpc.json': document })
    return { loaded, api: buildApi(loaded, { scope: '@test' }).api }
  }) as [Version, Version]
  return compareApis(old, now)
}

const record = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
})
const text = { type: 'string' }
const whole = { type: 'integer' }

/** Returns a method that takes and returns a value of the schema. */
function echo(schema: Json): JsonObject {
  const params = [{ name: 'value', required: true, schema }]
  return { name: 'echo', paramStructure: 'by-name', params, result: { name: 'value', schema } }
}

/** Returns a document with a method that returns alternatives by the param `detail`. */
function detailed(oneOf: readonly Json[]): JsonObject {
  const params = [{ name: 'detail', schema: whole }]
  return documentOf([{ name: 'get', params, result: { name: 'r', schema: { oneOf } } }])
}

const when = (schema: JsonObject, ...detail: readonly number[]): JsonObject => ({
  ...schema,
  'x-when': { detail },
})

const one = record({ a: text }, ['a'])
const both = record({ a: text, b: text }, ['a', 'b'])
const open = { type: 'object' }

test.each<[string, readonly Json[], readonly Json[], readonly string[]]>([
  [
    'for a value that had none',
    [when(text, 0), when(one, 1)],
    [when(text, 0), when(one, 1, 2)],
    [],
  ],
  ['for another value', [when(text, 0), when(one, 1)], [when(text, 0), when(one, 2)], ['callers']],
  [
    'for a value of another',
    [when(text, 0), when(one, 1)],
    [when(text, 0, 1), when(one, 1)],
    ['callers'],
  ],
  ['that is split', [when(one, 0, 1)], [when(one, 0), when(both, 1)], []],
  ['that is split into others', [when(one, 0, 1)], [when(one, 0), when(whole, 1)], ['callers']],
  ['that is removed', [when(text, 0), when(one, 1)], [when(text, 0)], ['callers', 'implementers']],
  ['of a value that had none', [when(text, 0)], [when(text, 0), when(one, 1)], ['callers']],
])('an alternative %s breaks only callers that get other values', (_, before, after, breaks) => {
  const changes = changesOf(detailed(before), detailed(after))
  expect([...new Set(changes.flatMap((change) => change.breaks))].sort()).toEqual(breaks)
})

test.each<[string, Json, Json, params: string, result: string]>([
  ['an open object as a union', open, { oneOf: [one, both] }, 'c', 'i'],
  [
    'items of open objects as a union',
    { items: open },
    { items: { anyOf: [one, both] } },
    'c',
    'i',
  ],
  [
    'an open alternative as several',
    { oneOf: [text, { ...open, description: 'o' }] },
    { oneOf: [text, { ...one, description: 'a' }, { ...both, description: 'b' }] },
    'c',
    'i',
  ],
  ['a narrower alternative', { anyOf: [one] }, { anyOf: [one, both] }, '', ''],
  ['a narrower alternative of one schema', one, { anyOf: [one, both] }, '', ''],
  [
    'a narrower alternative before it',
    { anyOf: [one, text] },
    { anyOf: [both, one, text] },
    '',
    '',
  ],
  ['another alternative', { anyOf: [one] }, { anyOf: [one, record({ a: whole })] }, 'i', 'c'],
  ['a wider alternative', { anyOf: [both, text] }, { anyOf: [both, one, text] }, 'i', 'c'],
  [
    'a removed alternative that another has',
    { anyOf: [whole, { type: 'number' }] },
    { anyOf: [{ type: 'number' }] },
    '',
    '',
  ],
])('%s breaks those for whom values are new or lost', (...[, before, after, params, result]) => {
  const changes = changesOf(documentOf([echo(before)]), documentOf([echo(after)]))
  const broken = (path: string): string =>
    [
      ...new Set(
        changes.filter((change) => change.path.startsWith(path)).flatMap(({ breaks }) => breaks),
      ),
    ]
      .map((who) => who.charAt(0))
      .sort()
      .join('')
  expect([broken('params'), broken('result')]).toEqual([params, result])
})

/** Returns an object with a condition for each kind. */
const conditional = (then: Readonly<Record<string, Json>>): JsonObject => ({
  ...record({ kind: text }, ['kind']),
  allOf: Object.entries(then).map(([kind, schema]) => ({
    if: { properties: { kind: { const: kind } } },
    then: schema,
  })),
})

test.each<[string, JsonObject, JsonObject, readonly string[]]>([
  [
    'more members in one branch',
    conditional({ a: { required: ['x'] }, b: { required: ['y'] } }),
    conditional({ a: { required: ['x'] }, b: { required: ['x', 'y'] } }),
    ['constraint-changed result<kind is "b"> then implementers'],
  ],
  [
    'another member in one branch',
    conditional({ a: record({ x: text }) }),
    conditional({ a: record({ x: text, y: text }) }),
    ['constraint-changed result<kind is "a"> then callers,implementers'],
  ],
  [
    'a new condition before another',
    conditional({ b: { required: ['y'] } }),
    conditional({ a: { required: ['x'] }, b: { required: ['y'] } }),
    ['constraint-added result<kind is "a"> if implementers'],
  ],
  [
    'branches of two conditions that change places',
    {
      allOf: [
        { if: open, then: { required: ['x'] } },
        { if: whole, else: text },
      ],
    },
    {
      allOf: [
        { if: open, else: text },
        { if: whole, then: { required: ['x'] } },
      ],
    },
    [
      'constraint-removed result then callers',
      'constraint-removed result else callers',
      'constraint-added result else implementers',
      'constraint-added result then implementers',
    ],
  ],
  [
    'another condition',
    conditional({ a: { required: ['x'] } }),
    conditional({ b: { required: ['x'] } }),
    ['constraint-changed result<kind is "b"> if callers,implementers'],
  ],
  [
    'other prose, and an `if` that has no effect',
    conditional({ a: { required: ['x'], description: 'x' } }),
    { ...conditional({ a: { required: ['x'] } }), if: { required: ['q'] } },
    [],
  ],
])('%s: conditions are compared one by one', (...[, before, after, want]) => {
  const changes = changesOf(documentOf([echo(before)]), documentOf([echo(after)]))
  const found = changes
    .filter(({ path }) => path.startsWith('result'))
    .map(({ kind, path, details, breaks }) => `${kind} ${path} ${details.name} ${breaks.join()}`)
  expect(found.toSorted()).toEqual(want.toSorted())
})

test.each(['then', 'else', 'if', 'not', 'contains'])(
  'a change of a type in `%s` is reported',
  (word) => {
    const leaf = { $ref: '#/components/schemas/Leaf' }
    const schema = { if: text, then: text, else: text, [word]: leaf }
    const side = (type: string): JsonObject => documentOf([echo(schema)], { Leaf: { type } })
    const [change] = changesOf(side('integer'), side('boolean'))
    expect(change).toMatchObject({ kind: 'constraint-changed', details: { name: word } })
  },
)

test('a recursive alternative is compared once', () => {
  const tree = (members: readonly Json[]): JsonObject => ({ Tree: { anyOf: members } })
  const child = { child: { $ref: '#/components/schemas/Tree' } }
  const side = (members: readonly Json[]): JsonObject =>
    documentOf([echo({ $ref: '#/components/schemas/Tree' })], tree(members))
  const leaf = record(child)
  const changes = changesOf(side([leaf, text]), side([leaf, text, record(child, ['child'])]))
  expect(changes.map(({ kind }) => kind)).toEqual(['alternative-added'])
})

test.each<[string, JsonObject, JsonObject, string, readonly string[]]>([
  ['nothing to any value', {}, { name: 'r', schema: {} }, 'result-introduced', ['implementers']],
  [
    'any value to nothing',
    { name: 'r', schema: {} },
    {},
    'result-dropped',
    ['callers', 'implementers'],
  ],
  [
    'a string to nothing',
    { name: 'r', schema: text },
    {},
    'result-dropped',
    ['callers', 'implementers'],
  ],
])('a result from %s is reported as such', (...[, before, after, kind, breaks]) => {
  const side = (result: JsonObject): JsonObject => documentOf([{ name: 'get', params: [], result }])
  const changes = changesOf(side(before), side(after))
  expect(changes.map((change) => [change.kind, change.breaks])).toEqual([[kind, breaks]])
  expect(changesOf(side(after), side(after))).toEqual([])
})

// Comparing each alternative with each other would take a minute.
test('very many alternatives are compared in time', { timeout: 20_000 }, () => {
  const tagged = (value: JsonObject, start: number): Json => ({
    oneOf: Array.from({ length: 500 }, (_, index) =>
      record({ kind: { const: `k${start + index}` }, value }, ['kind']),
    ),
  })
  const changes = changesOf(
    documentOf([echo(tagged(text, 0))]),
    documentOf([echo(tagged(text, 1))]),
  )
  expect(new Set(changes.map(({ kind }) => kind))).toEqual(
    new Set(['enum-value-added', 'enum-value-removed']),
  )
})
