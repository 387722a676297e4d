// Prettier is the oracle: our layout must equal it byte for byte, and leaves everything else to
// prettier.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  letrec,
  oneof,
  record,
  string,
  tuple,
} from 'fast-check'
import { format } from 'prettier'
import { describe, expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { checkConfig } from 'rpcloom/run'
import { layOut } from '../../generator/src/codegen/layout/layout.ts'
import { load } from 'rpcloom/load'
import { buildApi } from 'rpcloom/model'
import { runTargets } from '../../generator/src/engine/run-targets.ts'
import { isLong } from '../corpus/folder.ts'

const root = join(import.meta.dirname, '../..')
const options = { semi: false, singleQuote: true, parser: 'babel-ts' }

function oracle(text: string, printWidth = 100): Promise<string> {
  return format(`${text}\n`, { ...options, printWidth })
}

/** Returns every module that the targets generate for documents. */
async function modulesOf(folder: string, inputs: readonly string[]): Promise<readonly string[]> {
  const checked = checkConfig('rpcloom.config.json', {
    inputs,
    out: 'out',
    scope: '@layout',
    targets: { client: {}, server: {}, mock: {} },
  })
  if (checked.kind !== 'config') throw new TypeError('The configuration is faulty.')
  const { loaded } = await load({ root: folder, inputs, allowUnresolved: true })
  if (loaded === undefined) return []
  const { api } = buildApi(loaded, { scope: '@layout' })
  const code = targets.filter(({ name }) => name !== 'docs')
  const { committed } = await runTargets(api, code, {
    root: folder,
    config: checked.config,
    targets: () => Promise.resolve(targets),
  })
  return committed.filter(({ parser }) => parser === 'typescript').map(({ text }) => text)
}

async function expectLaidOut(modules: ReadonlySet<string>): Promise<void> {
  const left: string[] = []
  for (const module of modules) {
    const text = layOut(module, 100)
    if (text === undefined) left.push(module)
    else expect(`${text}\n`).toBe(await oracle(module))
  }
  expect(left.length).toBeLessThan(Math.max(2, modules.size / 100))
}

test('modules of our own packages are formatted as by prettier', async () => {
  const parts = new Set(await modulesOf(root, ['openrpc/*.openrpc.json']))
  expect(parts.size).toBeGreaterThan(80)
  await expectLaidOut(parts)
}, 240_000)

const corpus = join(process.env['RPCLOOM_SHARED'] ?? join(root, '../shared'), 'corpus')

test.skipIf(!existsSync(corpus) && process.env['RPCLOOM_ALL_SUITES'] === undefined)(
  'modules of the documents of the corpus are formatted as by prettier',
  async () => {
    const parts = new Set<string>()
    const files = readdirSync(corpus).filter((file) => /\.(?:json|ya?ml)$/.test(file))
    const every = isLong ? 1 : 12
    for (const [index, file] of files.entries()) {
      if (index % every > 0) continue
      for (const part of await modulesOf(corpus, [file])) parts.add(part)
    }
    expect(parts.size).toBeGreaterThan(isLong ? 900 : 60)
    await expectLaidOut(parts)
  },
  300_000,
)

const name = constantFrom('a', 'result', 'isCurrentEndpointOfTheWholeNetwork', 'value0')
const types = letrec<{ type: string }>((tie) => ({
  type: oneof(
    { depthSize: 'small', withCrossShrink: true },
    constantFrom(
      'string',
      'unknown',
      'null',
      "'on'",
      '0x1f',
      '12',
      'true',
      'Hash',
      'node.Block',
      '`0x${string}`',
    ),
    tuple(tie('type'), tie('type')).map(([a, b]) => `(${a}) | (${b})`),
    tuple(tie('type'), tie('type')).map(([a, b]) => `(${a}) & (${b})`),
    tie('type').map((a) => `readonly (${a})[]`),
    tie('type').map((a) => `(keyof (${a}))[]`),
    tie('type').map((a) => `Promise<${a}>`),
    tuple(tie('type'), tie('type')).map(([a, b]) => `Map<${a}, ${b}>`),
    tuple(tie('type'), tie('type')).map(([a, b]) => `[${a}, rest?: ${b}]`),
    tuple(name, tie('type'), tie('type')).map(
      ([n, a, b]) => `(${n}: ${a}, ...more: (${b})[]) => ${b}`,
    ),
    tuple(name, tie('type'), tie('type')).map(
      ([n, a, b]) => `{ ${n}: ${a}; readonly other?: ${b} }`,
    ),
    tuple(name, tie('type')).map(
      ([n, a]) => `{\n /** Doc. */ [${n}: string]: ${a}; m(x: ${a}): void }`,
    ),
  ),
})).type

const values = letrec<{ value: string }>((tie) => ({
  value: oneof(
    { depthSize: 'small', withCrossShrink: true },
    name,
    string({ maxLength: 30 }).map((text) => JSON.stringify(text.replace(/[^ -~]/g, ''))),
    constantFrom('1', '-2', '3n', 'true', 'null', "'it\\'s'", '[]', '{}'),
    tuple(tie('value'), tie('value'), constantFrom('&&', '||', '===', '<=', '+', '-', '*')).map(
      ([a, b, operator]) => `(${a}) ${operator} (${b})`,
    ),
    tie('value').map((a) => `!(${a})`),
    tie('value').map((a) => `typeof (${a})`),
    tuple(name, array(tie('value'), { maxLength: 3 })).map(
      ([n, list]) => `${n}(${list.join(', ')})`,
    ),
    tuple(name, tie('value')).map(([n, a]) => `Object.${n}(${a}).map(${n}, 1)`),
    array(tie('value'), { maxLength: 4 }).map((list) => `[${list.join(', ')}]`),
    array(integer(), { maxLength: 40 }).map((list) => `[${list.join(', ')}]`),
    tuple(name, tie('value'), tie('value')).map(([n, a, b]) => `{ ${n}: ${a}, 'a-b': ${b}, n }`),
    tie('value').map((a) => `{\n n: ${a}, ...rest }`),
    tuple(name, tie('value')).map(([n, a]) => `(${n}) => (${a})`),
    tuple(name, tie('value')).map(([n, a]) => `async (${n}: string) => { return ${a} }`),
    tuple(tie('value'), tie('value'), tie('value')).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
    tie('value').map((a) => `new Set<string>([${a}])`),
    tie('value').map((a) => `/* @__PURE__ */ method(${a})`),
    tie('value').map((a) => `(${a}) as const`),
  ),
})).value

const statements = oneof(
  tuple(name, types).map(([n, type]) => `export type ${n} = ${type}`),
  tuple(
    name,
    types,
    types,
    constantFrom('I<T>', 'Name'),
    constantFrom('', ', Other.One, B<T>'),
  ).map(
    ([n, a, b, head, more]) =>
      `// @generated\n\nexport interface ${head} extends Base<T>${more} {\n\n/** One.\n * Two. */\n ${n}: ${a}\n\n  m(${n}?: ${b}): ${a}; }`,
  ),
  tuple(name, types, values).map(([n, type, value]) => `export const ${n}: ${type} = ${value}`),
  tuple(name, values).map(([n, value]) => `const ${n} = ${value}`),
  record({ n: name, type: types, value: values, other: values }).map(
    ({ n, type, value, other }) => `/** Doc. */
export async function f(${n}: ${type}): Promise<void> {
  if (${value}) return ${other}

  for (let index = 0; index < ${n}.length; index++) { if (!(${value})) { return } else throw new Error(${other}) }
  ${n} ??= ${value}
  return ${value}
}`,
  ),
)

describe('declarations of any kind', () => {
  test('are formatted as by prettier, at any line width', async () => {
    let count = 0
    await assert(
      asyncProperty(statements, constantFrom(40, 80, 100), async (text, width) => {
        const own = layOut(text, width)
        if (own === undefined) return
        count++
        expect(`${own}\n`).toBe(await oracle(text, width))
      }),
      { seed: 11, numRuns: isLong ? 2000 : 300, endOnFailure: true },
    )
    expect(count).toBeGreaterThan(200)
  }, 240_000)
})

test.each([
  ['a class', 'class A { b = 1 }'],
  ['a comment after its declaration', 'const a = [1 /* one */, 2]'],
  ['an invalid name', 'const = 1'],
  ['a conditional type', 'type A<B> = B extends string ? 1 : 2'],
  ['a key that needs no quotes', "const a = { 'b': 1 }"],
  ['characters that are wider than one column', "const a = '\u6f22'"],
  ['a line that continues the previous one', '(a)(b)'],
  ['a template string with code', 'const a = `${b()}`'],
])('leaves %s to prettier', (_, text) => {
  expect(layOut(text, 100)).toBeUndefined()
})
