import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Json, JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { isLong, sampled } from '../corpus/folder.ts'
import { type Ended, limitedCommands } from '../rpcloom-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Time limit in seconds, far above what a command needs. */
const seconds = 60
const long = `${'a'.repeat(50_000)}!`

function numbered<T>(count: number, item: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => item(index))
}

function nested(depth: number, wrap: (inner: Json) => Json, leaf: Json): Json {
  return numbered(depth, () => wrap).reduce((inner, one) => one(inner), leaf)
}

function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** A schema, and a value to validate against it. */
type Case = readonly [schema: Json, value?: Json]

/** Returns a document with one method per schema, which takes and returns its values. */
function documentOf(
  cases: readonly Case[],
  schemas: Readonly<Record<string, Json>> = {},
  text = 'A text.',
): JsonObject {
  const methods = cases.map(([schema, value], index) => ({
    name: `get${index}`,
    summary: text,
    description: text,
    paramStructure: 'by-name',
    params: [{ name: 'v', required: true, description: text, schema }],
    result: { name: 'r', schema },
    examples:
      value === undefined
        ? []
        : [{ name: 'e', params: [{ name: 'v', value }], result: { name: 'r', value } }],
  }))
  const info = { title: 'T', version: '1', description: text }
  return { openrpc: '1.3.2', info, methods, components: { schemas } }
}

const patterns = [
  '^(a+)+$',
  '(a|a)*b',
  '^(\\w+\\s?)*$',
  '^(?=(a+)+$)b',
  '(a+)+\\1$',
  '^(?:a?){50}a{50}$',
  '^(a{0,900}){0,900}$',
  '^a*b|a*c',
  '(.*a){25}',
  '(?:|){60}b',
  `${'('.repeat(300)}a${')*'.repeat(300)}`,
  `${'a'.repeat(40_000)}|b`,
]
const object = { type: 'object' }
const marks = ['](', '*a _b ', '\n> - ', '[', '`', '*', '`a ``b ', '<a ', '![']
const documents: Readonly<Record<string, JsonObject>> = {
  'patterns that backtrack': documentOf(
    patterns.flatMap((pattern, index) => {
      const cases: readonly Case[] = [
        [{ type: 'string', pattern }, long],
        [{ type: 'string', pattern, minLength: 10, maxLength: 3000 }],
        [{ patternProperties: { [pattern]: { type: 'integer' } } }, { [long]: 1 }],
        [{ propertyNames: { not: { pattern } } }, { [`${'a'.repeat(30)}!`]: 1 }],
      ]
      return isLong ? cases : cases.filter((_, at) => at === index % cases.length)
    }),
  ),
  'values that need themselves': documentOf(
    [...'ABCDEFGH'].map((name): Case => [ref(name)]),
    {
      A: { ...object, required: ['a'], properties: { a: ref('A') } },
      B: { type: 'array', minItems: 3, items: ref('B') },
      C: { allOf: [ref('A'), { ...object, required: ['c'] }] },
      D: { ...object, minProperties: 3, additionalProperties: ref('D') },
      E: { type: 'array', contains: ref('E'), minContains: 2 },
      F: { type: 'array', minItems: 2, prefixItems: [ref('F'), ref('F')] },
      G: { oneOf: [{ ...object, required: ['g'], properties: { g: ref('G') } }, ref('F')] },
      H: {
        ...object,
        required: ['k'],
        properties: { k: { const: 1 }, h: ref('H') },
        dependentRequired: { k: ['h'] },
      },
    },
  ),
  'values without measure': documentOf([
    [{ type: 'array', minItems: 1e9, items: { type: 'string' } }],
    [{ type: 'string', minLength: 1e9 }],
    [{ ...object, minProperties: 1e7 }],
    [{ type: 'array', uniqueItems: true, minItems: 5000, items: { enum: numbered(4000, Number) } }],
    [{ type: 'integer', minimum: 1, maximum: 1e15, multipleOf: 7, not: { multipleOf: 7 } }],
  ]),
  'deep nesting': documentOf(
    [
      [nested(150, (items) => ({ type: 'array', items }), { type: 'string' }), []],
      [nested(150, (not) => ({ not }), { type: 'string' }), 'x'],
      [true, nested(350, (inner) => [inner], 'x'.repeat(900))],
      [true, nested(12, (inner) => [inner, inner], [])],
      [true, nested(300, (inner) => [inner, 'x'.repeat(40)], [])],
      [ref('S'), nested(60, (x) => ({ x }), 'bad')],
    ],
    {
      S: {
        anyOf: [
          { ...object, properties: { x: ref('S') } },
          { ...object, properties: { x: ref('S') }, required: ['x'] },
          { type: 'integer' },
        ],
      },
    },
  ),
  'wide unions and enums': documentOf([
    [{ anyOf: numbered(10_000, (index) => ({ const: `k${index}` })) }, 'k9999'],
    [{ enum: numbered(10_000, (index) => `v${index}`) }, 'v9999'],
    [{ enum: numbered(2000, (index) => ({ index })) }, { index: 1999 }],
    [{ anyOf: numbered(1000, (index) => ({ ...object, required: [`p${index}`] })) }, { p999: 1 }],
  ]),
  ...Object.fromEntries(
    marks
      .slice(0, isLong ? undefined : 2)
      .map((mark) => [
        `a description of ${JSON.stringify(mark)}`,
        documentOf(
          [[{ description: mark.repeat(50_000 / mark.length) }]],
          {},
          mark.repeat(50_000 / mark.length),
        ),
      ]),
  ),
}

const limited = limitedCommands({ seconds })

function ended(child: ChildProcess): Promise<Ended> {
  let text = ''
  const collect = (part: Buffer): void => {
    if (text.length < 100_000) text += part.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, text }))
  })
}

async function expectEnd(folder: string, args: readonly string[]): Promise<void> {
  const { code, signal, text } = await limited(folder, args)
  expect({ code, signal }, text.slice(0, 2000)).toEqual({
    code: expect.toSatisfy((one) => one === 0 || one === 1),
    signal: null,
  })
  expect(text).not.toMatch(/^\s+at /m)
}

const input = ['--input', 'api.json']
const timeout = (seconds + 10) * 1000

test.each(sampled(Object.entries(documents), 2))(
  'lint terminates on %s',
  { timeout },
  async (_name, document) => {
    const folder = temporaryFolder({ 'api.json': JSON.stringify(document) })
    await expectEnd(folder, ['lint', ...input])
  },
)

test.each(sampled(Object.entries(documents), 2))(
  'docs terminates on %s',
  { timeout },
  async (_name, document) => {
    const folder = temporaryFolder({ 'api.json': JSON.stringify(document) })
    await expectEnd(folder, ['generate', ...input, '--out=out', '--scope=@x', '--targets=docs'])
  },
)

/** A description does not change the responses of a mock. */
const answered = Object.entries(documents).filter(([name]) => !name.startsWith('a description'))

test.each(sampled(answered, 2))(
  'a mock responds and conform terminates on %s',
  { timeout: 2 * timeout },
  async (_name, document) => {
    const folder = temporaryFolder({ 'api.json': JSON.stringify(document) })
    const script = join(import.meta.dirname, 'hostile-mock.mjs')
    const mock = spawn(process.execPath, [script, join(folder, 'api.json')], {
      timeout: 2 * seconds * 1000,
    })
    const end = ended(mock)
    const url = await new Promise<string>((resolve, reject) => {
      mock.stdout.once('data', (part: Buffer) => resolve(part.toString().trim()))
      void end.then(({ text }) => reject(new Error(`the mock ended: ${text}`)))
    })
    await expectEnd(folder, ['conform', url, ...input, '--allow-writes'])
    mock.stdin.end()
    expect(await end).toMatchObject({ code: 0, signal: null })
  },
)

const queries = [
  ...['^(a+)+$', '(a|a)*b', '^(?:a?){50}a{50}$', '(.*a){25}', '(a{0,30}){0,30}'].flatMap((one) =>
    ['match', 'search'].map((form) => `$.methods[?${form}(@.description, '${one}')]`),
  ),
  `$${'..*'.repeat(6)}`,
  `$.methods[?${'!('.repeat(500)}true${')'.repeat(500)}]`,
]

test.each(sampled(queries, 3))(
  'an overlay with the query %s terminates',
  { timeout },
  async (target) => {
    const folder = temporaryFolder({
      'api.json': JSON.stringify(
        documentOf(
          numbered(20, (): Case => [true]),
          {},
          long,
        ),
      ),
      'overlay.json': JSON.stringify({
        overlay: '1.0.0',
        info: { title: 'O', version: '1' },
        actions: [{ target, update: { summary: 'changed' } }],
      }),
    })
    const args = ['lint', ...input, '--overlay', 'overlay.json']
    const { code, signal, text } = await limited(folder, args)
    expect({ code, signal }, text.slice(0, 2000)).toEqual({
      code: expect.toSatisfy((one) => [0, 1, 2].includes(one)),
      signal: null,
    })
    expect(text).not.toMatch(/^\s+at /m)
  },
)
