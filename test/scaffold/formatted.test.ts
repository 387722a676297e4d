import * as fc from 'fast-check'
import { join } from 'node:path'
import { format, type Options } from 'prettier'
import { expect, test } from 'vitest'
import { documentOf, mutateMethods, randomMethods, randomOf } from './random-document.ts'
import { editAsUser, islandsOf } from './random-user.ts'
import { benchFolder, workbench, type Workbench } from './workbench.ts'

const count = process.env['RPCLOOM_LONG'] === '1' ? 60 : 8

const style: fc.Arbitrary<Options> = fc.record({
  semi: fc.boolean(),
  singleQuote: fc.boolean(),
  printWidth: fc.constantFrom(40, 80, 120),
  useTabs: fc.boolean(),
  tabWidth: fc.constantFrom(2, 4),
  trailingComma: fc.constantFrom('none', 'all'),
  arrowParens: fc.constantFrom('avoid', 'always'),
  endOfLine: fc.constantFrom('lf', 'crlf'),
})

test(
  'a project that was formatted by another tool is updated without losses',
  { timeout: 300_000 },
  async () => {
    const home = benchFolder()
    let index = 0
    const holds = fc.asyncProperty(fc.nat(), style, style, async (seed, first, second) => {
      const tag = String(index++)
      const random = randomOf(seed)
      const methods = randomMethods('pets', random)
      const bench = workbench(
        { 'pets.openrpc.json': documentOf('pets', methods) },
        { home: join(home, tag), scope: `@f${tag}` },
      )
      await bench.scaffold()
      const path = 'src/groups/pets.ts'
      bench.write(path, editAsUser(bench.read(path), random, tag).text)
      await formatAll(bench, first)
      await isSettled(bench)
      const before = islandsOf(bench.read(path), tag)

      const changed = mutateMethods(methods, 'pets', random)
      bench.documents({ 'pets.openrpc.json': documentOf('pets', changed) })
      await bench.generate()
      const { diagnostics } = await bench.scaffold()
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
      const followed = bench.read(path)
      expect(islandsOf(followed, tag)).toEqual(before)
      const fresh = Object.keys(changed).filter((name) => /\.n\d+$/.test(name))
      for (const name of fresh) expect(followed).toContain(`${name.replace('pets.', '')}(`)
      await isSettled(bench)
      await formatAll(bench, second)
      await isSettled(bench)
    })
    await fc.assert(holds, {
      seed: 20261121,
      numRuns: count,
      endOnFailure: true,
    })
  },
)

/** Checks that scaffolding again changes nothing and reports nothing new. */
async function isSettled(bench: Workbench): Promise<void> {
  const before = bench.files()
  const { files } = await bench.scaffold()
  expect(files.map(({ path }) => path)).toEqual([])
  expect(bench.files()).toEqual(before)
}

async function formatAll(bench: Workbench, options: Options): Promise<void> {
  for (const [path, text] of Object.entries(bench.files())) {
    if (!path.endsWith('.ts')) continue
    bench.write(path, await format(text, { ...options, parser: 'typescript' }))
  }
}
