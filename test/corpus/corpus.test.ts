import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'
import { execute, run } from './command.ts'
import { corpus, isLong, root } from './folder.ts'

/** Documents that cannot be read at all, and the reasons. */
const broken: Readonly<Record<string, string>> = {}

describe('real documents', () => {
  if (corpus === undefined) {
    test.skip('is skipped: RPCLOOM_SHARED is not a folder with a corpus', () => undefined)
    return
  }
  const folder = corpus

  test(
    'generate and compile for every target, strictly and without `any`',
    { timeout: 900_000 },
    async () => {
      const { code, text, outcomes } = await run(
        folder,
        isLong ? [] : ['--plain', '--sample', '8', '--older', '1', '--seed', '5'],
      )
      expect(outcomes.length, text).toBeGreaterThan(isLong ? 60 : 7)
      const others = outcomes.filter(({ verdict }) => !verdict.startsWith('generated'))
      expect(Object.fromEntries(others.map(({ file, errors }) => [file, errors[0]?.code]))).toEqual(
        broken,
      )
      expect(code, text).toBe(0)
      console.log(`figure: ${text.trim().split('\n').at(-1)}`)
      if (isLong) writeFileSync(join(root, 'test/corpus/RESULTS.md'), results(text))
    },
  )
})

/** Returns only the table, because the notes quote documents. */
function results(text: string): string {
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  return [
    '# Real documents',
    '',
    'Written by `npm run test:long`. Each document below, none of them part of this repository, is generated',
    'with every target and compiled under TypeScript 7.0 and 5.9 with `skipLibCheck: false`. _generated,',
    'unresolved_: the document refers to files that are not there; it is refused with the place of each such',
    'reference, and generates with `--allow-unresolved`. _refused_: it has a fault that leaves no model.',
    '',
    ...rows,
    '',
    ...reasonsIn(text),
    '',
    text.trim().split('\n').at(-1) ?? '',
    '',
  ].join('\n')
}

/** Returns location and code of the first error of each failed document. They quote nothing. */
function reasonsIn(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const [, file, verdict] = /^(\S+): (generated, unresolved|refused)$/.exec(line) ?? []
    const [place] = /\S+:\d+:\d+ RL\d+/.exec(lines[at + 1] ?? '') ?? []
    return file === undefined ? [] : [`- ${verdict}: \`${place ?? file}\``]
  })
}

const petstore = {
  openrpc: '1.3.2',
  info: { title: 'Pets', version: '1.0.0' },
  methods: [{ name: 'get', params: [], result: { name: 'pet', schema: { type: 'string' } } }],
}

test('the command reports on each document in a folder', { timeout: 120_000 }, async () => {
  const dangling = { ...petstore, methods: [{ $ref: 'missing.json' }] }
  const remote = { ...petstore, methods: [{ $ref: 'https://example.org/get.json' }] }
  const faulty = { ...petstore, methods: 7 }
  const folder = temporaryFolder({})
  putFiles(folder, {
    'a/good.json': JSON.stringify(petstore),
    'a/part.json': JSON.stringify(petstore.methods[0]),
    'b/good.yaml': 'openrpc: 1.2.6\ninfo: { title: T, version: "1" }\nmethods: []\n',
    'b/dangling.json': JSON.stringify(dangling),
    'b/remote.json': JSON.stringify(remote),
    'c/faulty.json': JSON.stringify(faulty),
    'c/cut.json': JSON.stringify(petstore).slice(0, -2),
    'node_modules/x/openrpc.json': JSON.stringify(petstore),
  })
  const { code, outcomes, text } = await run(folder, ['--plain', '--older', '0'])
  expect(outcomes.map(({ file, verdict }) => [file, verdict])).toEqual([
    ['a/good.json', 'generated'],
    ['b/dangling.json', 'generated, unresolved'],
    ['b/good.yaml', 'generated'],
    ['b/remote.json', 'generated, unresolved'],
    ['c/cut.json', 'refused'],
    ['c/faulty.json', 'refused'],
  ])
  expect(code, text).toBe(0)
  expect(text).toMatch(/c\/cut\.json:1:\d+ RL102/)
})

test('packages that do not compile or contain `any` are detected', async () => {
  const folder = temporaryFolder({
    'd0/client/tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, types: [] } }),
    'd0/client/src/index.ts': 'export const count: number = "one"\n',
    'd1/client/tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, types: [] } }),
    'd1/client/src/index.ts': '// any\nexport const anything: any = "any"\n',
  })
  const program = `
    import { compileAll } from '${join(root, 'scripts/corpus/compile.mjs')}'
    import { countAny } from '${join(root, 'scripts/corpus/count-any.mjs')}'
    const folder = ${JSON.stringify(folder)}
    const faults = {}
    for (const compiler of ['7.0', '5.9'])
      faults[compiler] = [...(await compileAll({ folder, ids: ['d0', 'd1'], compiler })).keys()]
    console.log(JSON.stringify({ faults, any: [countAny(folder + '/d0'), countAny(folder + '/d1')] }))`
  const { text } = await execute(['--input-type=module', '-e', program])
  expect(JSON.parse(text)).toEqual({ faults: { '7.0': ['d0'], 5.9: ['d0'] }, any: [0, 1] })
})

test.each([[[]], [['/no/such/folder']], [['.', '--what']]])(
  'the command rejects the arguments %j',
  async (args) => {
    const { code } = await execute([join(root, 'scripts/corpus.mjs'), ...args])
    expect(code).toBe(2)
  },
)
