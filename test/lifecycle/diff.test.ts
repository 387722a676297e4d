import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { excessOf, parseAllowed } from '../../generator/src/diff/allow.ts'
import type { Change } from '../../generator/src/diff/change.ts'
import { compareApis } from '../../generator/src/diff/compare.ts'
import { printMarkdown, printText } from '../../generator/src/diff/report.ts'
import { comparePatterns, type PatternRelation } from '../../generator/src/diff/patterns.ts'
import type { Version } from '../../generator/src/diff/version.ts'
import { buildApi, type Json, type JsonObject } from 'rpcloom/model'
import { documentOf, loadedFrom } from '../model/documents.ts'

function sideOf(document: JsonObject): Version {
  const loaded = loadedFrom({ 'test.openrpc.json': document })
  return { loaded, api: buildApi(loaded, { scope: '@test' }).api }
}

function changesOf(before: JsonObject, after: JsonObject): readonly Change[] {
  return compareApis(sideOf(before), sideOf(after))
}

test('a shortcut that a new method takes away breaks callers', () => {
  const side = (...files: readonly (readonly string[])[]): Version => {
    const documents = files.map((names, index) => [
      `${'ab'.charAt(index)}.json`,
      documentOf(names.map((name) => ({ name, params: [], result: { name: 'r', schema: {} } }))),
    ])
    const loaded = loadedFrom(
      Object.fromEntries(documents),
      files.map((_, index) => `${'ab'.charAt(index)}.json`),
    )
    return { loaded, api: buildApi(loaded, { scope: '@test' }).api }
  }
  const before = side(['get', 'x.one', 'y.two'], ['put'])
  const after = side(['get', 'x.one', 'y.two'], ['put', 'get', 'x'])
  const found = compareApis(before, after).filter(({ kind }) => kind === 'shortcut-removed')
  expect(found.map(({ subject, details, breaks }) => [subject, details, breaks])).toEqual([
    ['a', { from: 'get', to: 'a.get' }, ['callers']],
    ['a', { from: 'x', to: 'a.x' }, ['callers']],
  ])
  expect(printText(found, (text) => text)).toContain(
    'clients have no member `get` now, only `a.get`',
  )
  expect(
    compareApis(before, side(['y.two', 'z.one'], ['put'])).map(({ kind }) => kind),
  ).not.toContain('shortcut-removed')
})

/** Returns a method that takes and returns a value of the schema. */
function echo(schema: Json): JsonObject {
  const params = [{ name: 'value', required: true, schema }]
  return { name: 'echo', paramStructure: 'by-name', params, result: { name: 'value', schema } }
}

const record = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
})
const text = { type: 'string' }
const whole = { type: 'integer' }

/**
 * For each change of a schema, whom it breaks in params and in results: c (callers), i
 * (implementers).
 */
const schemaChanges: readonly (readonly [
  Json,
  Json,
  kind: string,
  params: string,
  result: string,
])[] = [
  [text, whole, 'type-changed', 'ci', 'ci'],
  [text, { type: ['string', 'null'] }, 'type-widened', 'i', 'c'],
  [{ ...text, nullable: true }, text, 'type-narrowed', 'c', 'i'],
  [whole, { type: 'number' }, 'type-widened', 'i', 'c'],
  [{ type: 'number' }, whole, 'type-narrowed', 'c', 'i'],
  [text, { oneOf: [text, { type: 'null' }] }, 'alternative-added', 'i', 'c'],
  [{ oneOf: [text, whole] }, text, 'alternative-removed', 'c', 'i'],
  [{ enum: ['a'] }, { enum: ['a', 'b'] }, 'enum-value-added', 'i', 'c'],
  [{ enum: ['a', 'b'] }, { const: 'a' }, 'enum-value-removed', 'c', 'i'],
  [{ ...text, enum: ['a'] }, text, 'enum-opened', 'i', 'c'],
  [text, { ...text, enum: ['a'] }, 'enum-closed', 'c', 'i'],
  [record({ a: text }), record({ a: text, b: text }), 'property-added', '', ''],
  [record({}), record({ b: text }, ['b']), 'object-described', 'c', 'i'],
  [record({ a: text }), record({ a: text, b: text }, ['b']), 'required-property-added', 'c', 'i'],
  [record({ a: text }), record({}), 'property-removed', 'ci', 'ci'],
  [record({ a: text }), record({ a: text }, ['a']), 'property-required', 'c', 'i'],
  [record({ a: text }, ['a']), record({ a: text }), 'property-optional', 'i', 'c'],
  [record({}), { ...record({}), additionalProperties: false }, 'object-closed', 'c', 'i'],
  [{ ...whole, maximum: 9 }, { ...whole, maximum: 5 }, 'limit-tightened', 'c', 'i'],
  [{ contains: {} }, { contains: {}, minContains: 0 }, 'limit-relaxed', 'i', 'c'],
  [{ ...whole, minimum: 9 }, { ...whole, minimum: 5 }, 'limit-relaxed', 'i', 'c'],
  [{ ...text, pattern: 'a' }, text, 'pattern-removed', 'i', 'c'],
  [{ ...text, pattern: '^\\d+$' }, { ...text, pattern: '^[0-9]{1,}$' }, 'pattern-changed', '', ''],
  [{ ...text, pattern: '^[a-c]$' }, { ...text, pattern: '^a|b$' }, 'pattern-changed', 'ci', 'ci'],
  [{ ...text, pattern: '^[a-c]$' }, { ...text, pattern: '^[ab]$' }, 'pattern-changed', 'c', 'i'],
  [{ ...text, pattern: '^[ab]$' }, { ...text, pattern: '^[a-c]$' }, 'pattern-changed', 'i', 'c'],
  [whole, { ...whole, format: 'uint64' }, 'number-form', 'i', 'c'],
  [{ ...whole, format: 'uint8' }, { ...whole, format: 'uint32' }, 'format-changed', 'i', 'c'],
  [text, { ...text, default: 'a' }, 'default-added', '', ''],
  [{ ...text, default: 'a' }, { ...text, default: 'b' }, 'default-changed', 'ci', ''],
  [{ ...text, default: 'a' }, text, 'default-removed', 'ci', ''],
  [{}, record({ b: text }), 'type-narrowed', 'c', 'i'],
  [text, { ...text, description: 'A text' }, 'schema-described', '', ''],
  [{ type: 'array', items: text }, { type: 'array', items: whole }, 'type-changed', 'ci', 'ci'],
  // Schemas that apply together are compared with a union by their common type.
  [
    { allOf: [record({ a: text }), record({ a: { minLength: 1 } })] },
    record({ a: { oneOf: [whole, { type: 'boolean' }] } }),
    'alternative-removed',
    'c',
    'i',
  ],
  [{ oneOf: [text, whole] }, { ...text, oneOf: [text, whole] }, 'type-narrowed', 'c', 'i'],
]

test.each(schemaChanges)('%j to %j is %s', (before, after, kind, ...[params, result]) => {
  const changes = changesOf(documentOf([echo(before)]), documentOf([echo(after)]))
  const brokenAt = (path: string): readonly string[] =>
    changes
      .filter((change) => change.kind === kind && change.path.startsWith(path))
      .map(({ breaks }) => breaks.map((audience) => audience.charAt(0)).join(''))
  expect({ params: brokenAt('params'), result: brokenAt('result') }).toEqual({
    params: [params],
    result: [result],
  })
})

test('methods of several documents are named with their group', () => {
  const side = (schema: Json): Version => {
    const files = ['one', 'two'].map((key): [string, JsonObject] => [
      `${key}.openrpc.json`,
      documentOf([echo(schema)]),
    ])
    const loaded = loadedFrom(
      Object.fromEntries(files),
      files.map(([path]) => path),
    )
    return { loaded, api: buildApi(loaded, { scope: '@test' }).api }
  }
  const changes = compareApis(side(text), side(whole))
  expect(printText(changes, (line) => line)).toBe(
    'Breaking for callers and implementers (2)\n' +
      '  one.echo, two.echo params.value: string before, integer now\n' +
      '  one.echo, two.echo result: string before, integer now',
  )
})

test('methods of one document are named without its name, which may change', () => {
  const side = (file: string, ...methods: readonly JsonObject[]): Version => {
    const loaded = loadedFrom({ [file]: documentOf(methods) }, [file])
    return { loaded, api: buildApi(loaded, { scope: '@test' }).api }
  }
  const changes = compareApis(
    side('old.json', echo(text)),
    side('new.json', echo(whole), { ...echo(text), name: 'other' }),
  )
  expect(printText(changes, (line) => line)).toMatch(
    /^ {2}echo params.*\n.*\n\n.*\n {2}other: added/m,
  )
})

test('a change of a shared type is reported once, for both directions of its values', () => {
  const document = (schema: Json): JsonObject => {
    const use = { $ref: '#/components/schemas/Pet' }
    const method = { name: 'save', params: [{ name: 'pet', schema: use }] }
    return documentOf([echo(use), { ...method, result: { name: 'pet', schema: use } }], {
      Pet: schema,
    })
  }
  const changes = changesOf(document(record({ a: text })), document(record({ a: text }, ['a'])))
  expect(changes).toMatchObject([
    {
      kind: 'property-required',
      subject: 'Pet',
      path: 'a',
      methods: ['test echo', 'test save'],
      breaks: ['callers', 'implementers'],
    },
  ])
  expect(printText(changes, (line) => line)).toBe(
    'Breaking for callers and implementers (1)\n  Pet: `a` is required now (in echo, save)',
  )
})

const asked = (more: JsonObject, schema: Json): JsonObject => ({ ...echo(schema), ...more })
const client = { 'x-implemented-by': ['client'] }

test.each([
  // A server that calls its clients sends the params, and is compiled with the server package.
  { change: 'params', from: ['a'], to: ['a', 'b'], broken: 'implementers' },
  { change: 'result', from: ['a', 'b'], to: ['a'], broken: 'implementers' },
  { change: 'result', from: ['a'], to: ['a', 'b'], broken: 'callers' },
])(
  'methods of the client break the other audience: $change $to',
  ({ change, from, to, broken }) => {
    const document = (required: readonly string[]): JsonObject => {
      const schema = record({ a: text, b: text }, required)
      const other = record({ a: text })
      const params = [
        { name: 'value', required: true, schema: change === 'params' ? schema : other },
      ]
      const result = { name: 'value', schema: change === 'result' ? schema : other }
      return documentOf([asked({ ...client, params, result }, text)])
    }
    const changes = changesOf(document(from), document(to))
    expect(changes.map(({ breaks }) => breaks)).toEqual([[broken]])
  },
)

const listed = (more: JsonObject): JsonObject => ({
  name: 'ask',
  paramStructure: 'by-name',
  params: [
    { name: 'a', required: true, schema: text },
    { name: 'b', schema: { $ref: '#/components/schemas/B' } },
  ],
  ...more,
})
const inOne = (more: JsonObject): JsonObject => ({
  name: 'ask',
  params: [],
  'x-params': { ...record({ b: { $ref: '#/components/schemas/B' }, a: text }, ['a']), ...more },
})

test.each([
  ['become an equal x-params', listed({}), inOne({}), []],
  ['replace an equal x-params', inOne({}), listed({}), []],
  [
    'become an x-params that requires more',
    listed({}),
    inOne({ required: ['a', 'b'] }),
    ['callers'],
  ],
  ['by position become an x-params', listed({ paramStructure: 'either' }), inOne({}), ['callers']],
  [
    'none become an x-params that may be empty',
    listed({ params: [] }),
    inOne({ required: [] }),
    [],
  ],
])('listed params %s', (_, before, after, breaks) => {
  const found = changesOf(documentOf([before], { B: whole }), documentOf([after], { B: whole }))
  expect([...new Set(found.flatMap((change) => change.breaks))]).toEqual(breaks)
})

test('a method that the other side implements now breaks both', () => {
  const [before, after] = [echo(text), asked(client, text)]
  // Documents with methods of the client get the transport `ws`, which breaks nobody.
  const breaking = (now: JsonObject): readonly unknown[] =>
    changesOf(documentOf([before]), documentOf([now])).filter(({ breaks }) => breaks.length > 0)
  expect(breaking(after)).toMatchObject([
    { kind: 'method-side', subject: 'test echo', breaks: ['callers', 'implementers'] },
  ])
  const both = asked({ 'x-implemented-by': ['server', 'client'] }, text)
  expect(breaking(both)).toMatchObject([{ kind: 'method-added', breaks: ['callers'] }])
  const changes = changesOf(documentOf([before]), documentOf([both]))
  expect(printText(changes, (line) => line)).toContain(
    'Breaking for callers (1)\n  echo: added, clients have to implement it',
  )
})

test('recursive types are compared completely', () => {
  const tree = (leaf: Json): JsonObject =>
    documentOf([echo({ $ref: '#/components/schemas/Tree' })], {
      Tree: record({
        leaf,
        children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      }),
    })
  expect(changesOf(tree(text), tree(text))).toEqual([])
  expect(changesOf(tree(text), tree(whole))).toMatchObject([{ kind: 'type-changed', path: 'leaf' }])
})

test('text of a document is escaped', () => {
  const summary = '<img src=x> [a](javascript:b) `c'
  const added = { name: 'a`<b>', summary, params: [], result: { name: 'r', schema: text } }
  const page = printMarkdown(changesOf(documentOf([]), documentOf([added])))
  expect(page).toContain('- ``a`<b>``: added: \\<img src=x\\> \\[a\\](javascript:b) \\`c')
})

// Each name ends the code span of the report, by the rules of Markdown.
test.each(['``<b>', '` <b>', '`` `<b>', '```<b>```', '`<b>', '<b>`'])(
  'the name %j of a member is escaped',
  (name) => {
    const page = printMarkdown(
      changesOf(documentOf([echo(record({}))]), documentOf([echo(record({ [name]: text }))])),
    )
    const html = new MarkdownIt({ html: true }).render(page)
    expect(html).not.toContain('<b>')
    expect(html).toContain('&lt;b&gt;')
  },
)

const hex = '0123456789abcdefABCDEFxX'
const relations: readonly (readonly [string, string, PatternRelation])[] = [
  ['^0x[0-9a-f]{512}$', '^0x([0-9a-f]{2}){256}$', 'same'],
  ['^0x([1-9a-f]+[0-9a-f]*|0)$', '^0x(0|[1-9a-f][0-9a-f]*)$', 'same'],
  ['^(a|b)$', '^a$|^b$', 'same'],
  ['^((?!x)[a-z])+$', '^[a-wyz]+$', 'same'],
  ['^0x[0-9a-f]{40}$', '^0[xX][0-9a-f]{40}$', 'wider'],
  ['^0x[0-9a-f]{0,6}$', '^0x([0-9a-f]{2}){0,3}$', 'narrower'],
  ['\\bx\\b', 'x', 'wider'],
  ['x', '^x$', 'narrower'],
  ['^[a-f]$', '^[0-9]$', 'other'],
  ['^a{20000}$', '^a{20001}$', 'unknown'],
  ['^(.+)-\\1$', '^a-a$', 'unknown'],
  ['(', '[', 'unknown'],
]

test.each(relations)('the pattern %s becomes %s, which is %s', (old, now, relation) => {
  expect(comparePatterns(old, now)).toBe(relation)
})

test('patterns are compared with the semantics of JavaScript', () => {
  const word = fc.string({ unit: fc.constantFrom(...hex), maxLength: 8 })
  for (const [old, now, relation] of relations) {
    if (relation === 'unknown') continue
    const [before, after] = [new RegExp(old, 'u'), new RegExp(now, 'u')]
    fc.assert(
      fc.property(word, (text) => {
        if (relation === 'same') return before.test(text) === after.test(text)
        if (relation === 'wider') return !before.test(text) || after.test(text)
        return relation === 'other' || !after.test(text) || before.test(text)
      }),
      { seed: 1 },
    )
  }
})

test('a changed pattern is one sentence, which says whether the comparison is undecided', () => {
  const changes = (before: string, after: string): string =>
    printText(
      changesOf(
        documentOf([echo({ ...text, pattern: before })]),
        documentOf([echo({ ...text, pattern: after })]),
      ),
      (line) => line,
    )
  expect(changes('^\\d$', '^[0-9]$')).toContain('which matches the same strings as')
  expect(changes('^(.+)-\\1$', '^b')).toContain('cannot tell whether it is narrower')
})

test('allowed changes are not reported as too many', () => {
  const changes = changesOf(documentOf([echo(text)]), documentOf([]))
  const excess = (allow: string): number => {
    const parsed = parseAllowed(allow)
    return parsed.kind === 'allowed' ? excessOf(changes, parsed.allowed).length : -1
  }
  expect(['', 'callers', 'all', 'method-removed', 'param-added', 'nonsense'].map(excess)).toEqual([
    1, 1, 0, 0, 1, -1,
  ])
})

test('related changes are one sentence, without repetition', () => {
  const params = (...names: readonly string[]): JsonObject => ({
    ...echo({ anyOf: [text] }),
    params: names.map((name) => ({ name, required: true, schema: text })),
  })
  const textOf = (before: JsonObject, after: JsonObject): string =>
    printText(changesOf(documentOf([before]), documentOf([after])), (line) => line)
  expect(textOf(params(), params('a', 'b', 'c'))).toBe(
    'Breaking for callers (1)\n  echo: required params `a`, `b` and `c` added',
  )
  const list = { type: 'array', items: text }
  expect(textOf(echo(list), echo(record({ a: text, b: text })))).toBe(
    [
      'Breaking for callers and implementers (2)',
      '  echo params.value: array before, object now',
      '  echo result: array before, object now',
    ].join('\n'),
  )
  expect(textOf(echo(text), echo({ oneOf: [text, { type: 'null' }] }))).toContain(
    'echo result: can be null now',
  )
  const three = (schema: Json): JsonObject => echo(record({ a: schema, b: schema, 'c d': text }))
  const path = 'echo params.value.a, .b: '
  expect(textOf(three(text), three({ ...text, pattern: '^x$' }))).toContain(
    `${path}has to match \`^x$\` now`,
  )
  expect(textOf(three({ ...text, pattern: '^x$' }), three(text))).toContain(
    `${path}need not match \`^x$\``,
  )
  const required = (...names: readonly string[]): JsonObject =>
    echo(record({ a: text, b: text }, names))
  expect(textOf(required(), required('a', 'b'))).toContain(
    'echo params.value: `a` and `b` are required now',
  )
  const failing = (...codes: readonly number[]): JsonObject => ({
    ...echo(text),
    errors: codes.map((code) => ({ code, message: `failure ${code}` })),
  })
  expect(textOf(failing(), failing(1, 2))).toMatch(
    /echo: errors `\w+` \(1\) and `\w+` \(2\) added$/,
  )
  const union = (...members: readonly Json[]): JsonObject => echo({ oneOf: [text, ...members] })
  expect(textOf(union(), union(whole, { type: 'boolean' }))).toContain(
    'echo params.value: alternatives integer and boolean added',
  )
})

test.each<readonly [what: string, components: readonly Json[]]>([
  ['of one type', [{ type: 'string', pattern: '^0x' }]],
  [
    'with titles',
    [
      { ...record({ a: text }), title: 'A' },
      { ...record({ b: whole }), title: 'B' },
    ],
  ],
])(
  'alternatives %s that become inline schemas are not reported as removed and added',
  (_, schemas) => {
    const named = Object.fromEntries(schemas.map((schema, index) => [`Part${index}`, schema]))
    const refs = Object.keys(named).map((name) => ({ $ref: `#/components/schemas/${name}` }))
    const nothing = { type: 'null' }
    const withComponents = documentOf([echo({ anyOf: [...refs, nothing] })], named)
    const inline = documentOf([echo({ anyOf: [...schemas.toReversed(), nothing] })])
    const breaking = (before: JsonObject, after: JsonObject): readonly Change[] =>
      changesOf(before, after).filter(({ breaks }) => breaks.length > 0)
    expect(breaking(withComponents, inline)).toEqual([])
    expect(breaking(inline, withComponents)).toEqual([])
  },
)

test.each<readonly [string, Json, Json]>([
  [
    'a list of types with the limits of one of them',
    { type: ['string', 'null'], minLength: 1, pattern: '^a' },
    { oneOf: [{ ...text, minLength: 1, pattern: '^a' }, { type: 'null' }] },
  ],
  ['a nullable schema', { ...text, nullable: true }, { oneOf: [text, { type: 'null' }] }],
  [
    'a nullable enum',
    { ...text, enum: ['a', 'b'], nullable: true },
    { oneOf: [{ const: 'a' }, { const: 'b' }, { type: 'null' }] },
  ],
  [
    'a type beside the alternatives',
    { oneOf: [record({ a: text }), record({ b: whole })] },
    { type: 'object', oneOf: [record({ a: text }), record({ b: whole })] },
  ],
])('%s in place of an equal union breaks nobody', (_, one, other) => {
  const breaking = (before: Json, after: Json): readonly Change[] =>
    changesOf(documentOf([echo(before)]), documentOf([echo(after)])).filter(
      ({ breaks }) => breaks.length > 0,
    )
  expect(breaking(one, other)).toEqual([])
  expect(breaking(other, one)).toEqual([])
})

test('a result that may be absent breaks callers, and one that may not implementers', () => {
  const method = (required: boolean): JsonObject =>
    documentOf([{ name: 'get', params: [], result: { name: 'r', required, schema: text } }])
  const breaks = (before: JsonObject, after: JsonObject): readonly unknown[] =>
    changesOf(before, after).map((change) => [change.kind, change.breaks])
  expect(breaks(method(true), method(false))).toEqual([['result-optional', ['callers']]])
  expect(breaks(method(false), method(true))).toEqual([['result-required', ['implementers']]])
})

/** Returns a document with a method that returns alternatives by the param `detail`. */
function detailed(oneOf: readonly Json[], schemas: JsonObject = {}): JsonObject {
  const params = [{ name: 'detail', schema: whole }]
  return documentOf([{ name: 'get', params, result: { name: 'r', schema: { oneOf } } }], schemas)
}

const when = (schema: JsonObject, ...detail: readonly number[]): JsonObject => ({
  ...schema,
  ...(detail.length > 0 && { 'x-when': { detail } }),
})

test.each([
  ['added', [when(text), when(whole, 1)], [when(text, 0), when(whole, 1)], 'condition-added', []],
  ['removed', [when(text, 0)], [when(text)], 'condition-removed', ['callers']],
  ['changed', [when(text, 0)], [when(text, 1)], 'condition-changed', ['callers']],
])('a condition of an alternative that is %s', (...[, before, after, kind, breaks]) => {
  const others = [{ type: 'boolean' }]
  const changes = changesOf(detailed([...before, ...others]), detailed([...after, ...others]))
  expect(changes.map((change) => [change.kind, change.breaks])).toEqual([[kind, breaks]])
})

test('the order of the values of a condition has no meaning', () => {
  const versions = [when(text, 0, 1), when(text, 1, 0)].map((one) => detailed([one, whole]))
  const [before = {}, after = {}] = versions
  expect(changesOf(before, after)).toEqual([])
})

test('conditions that swap their alternatives break callers', () => {
  const [before, after] = [
    detailed([when(text, 0), when(whole, 1)]),
    detailed([when(text, 1), when(whole, 0)]),
  ]
  expect(changesOf(before, after)).toMatchObject([
    { kind: 'condition-changed', breaks: ['callers'] },
    { kind: 'condition-changed', breaks: ['callers'] },
  ])
})

test('components with a condition are paired by name in any order', () => {
  const a = when({ $ref: '#/components/schemas/A' }, 0)
  const b = when({ $ref: '#/components/schemas/B' }, 1)
  const before = detailed([a, b], { A: record({ a: text }), B: record({ b: text }) })
  const after = detailed([b, a], {
    A: record({ a: text, more: text }),
    B: record({ b: text, more: text }),
  })
  expect(changesOf(before, after).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['property-added', 'A'],
    ['property-added', 'B'],
  ])
})

test('a custom format with a codec changes the type in programs', () => {
  const side = (schema: Json, hasCodec: boolean): Version => {
    const type = { kind: 'global', name: hasCodec ? 'bigint' : 'number' } as const
    const amount = { name: 'amount', of: 'number', type, hasCodec } as const
    const module = { kind: 'package', specifier: 'f', name: 'f', version: '1.0.0' } as const
    const loaded = {
      ...loadedFrom({ 'test.openrpc.json': documentOf([echo(schema)]) }),
      formats: {
        formats: {},
        types: new Map([['amount', amount]]),
        module: { ...module, exportedTypes: [] },
      },
    }
    return { loaded, api: buildApi(loaded, { scope: '@test' }).api }
  }
  const amount = { ...whole, format: 'amount' }
  const breaksOf = (before: Json, after: Json, hasCodec: boolean): readonly unknown[] =>
    compareApis(side(before, hasCodec), side(after, hasCodec)).map(({ breaks }) => breaks)
  const both = ['callers', 'implementers']
  expect(breaksOf(whole, amount, true)).toEqual([both, both])
  expect(breaksOf(amount, whole, true)).toEqual([both, both])
  expect(breaksOf(whole, amount, false)).toEqual([['callers'], ['implementers']])
  // The format is the same, but its values have another type in programs.
  for (const is of [true, false])
    expect(compareApis(side(amount, !is), side(amount, is))).toMatchObject([
      { kind: 'format-changed', breaks: both },
      { kind: 'format-changed', breaks: both },
    ])
})
