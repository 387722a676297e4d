import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { petsWith, three } from './pets.ts'
import { workbench } from './workbench.ts'

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

/**
 * A vitest configuration that resolves the generated packages to their sources, without
 * installation or build.
 */
const config = `const out = new URL('out', import.meta.url).pathname
export default {
  resolve: {
    alias: [
      { find: /^@t\\/(server|types)$/, replacement: out + '/$1/src/index.ts' },
      { find: /^@t\\/(server|types)\\/(.+)$/, replacement: out + '/$1/src/$2.ts' },
    ],
  },
  test: { include: ['project/test/contract/*.test.ts'] },
}
`

interface Assertion {
  readonly status: string
  readonly title: string
  readonly failureMessages: readonly string[]
}

/** Returns the results and the output of the scaffolded contract suite for handlers. */
async function suiteOver(
  handlers: string,
): Promise<{ readonly assertions: readonly Assertion[]; readonly printed: string }> {
  const bench = workbench({ 'pets.openrpc.json': petsWith(three) })
  await bench.generate()
  await bench.scaffold()
  bench.write('src/handlers.ts', `export const handlers = { pets: ${handlers} }\n`)
  bench.write('../vitest.config.mjs', config)
  const reports = ['--reporter=default', '--reporter=json', '--outputFile.json=found.json']
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--root', bench.root, ...reports],
    { cwd: bench.root, encoding: 'utf8' },
  )
  const { testResults } = JSON.parse(bench.read('../found.json')) as {
    readonly testResults: readonly { readonly assertionResults: readonly Assertion[] }[]
  }
  const assertions = testResults.flatMap(({ assertionResults }) => assertionResults)
  return { assertions, printed: stripVTControlCharacters(stdout + stderr) }
}

test('the scaffolded contract suite accepts correct handlers and finds a wrong one', async () => {
  const { assertions: right } = await suiteOver(`{
    get: ({ id }: { id: string }) => ({ id }),
    list: () => ['a'],
  }`)
  const failed = right.filter(({ status }) => status === 'failed')
  expect(failed.map(({ title, failureMessages }) => [title, failureMessages])).toEqual([])
  expect(right.filter(({ status }) => status === 'passed').length).toBeGreaterThan(5)
  expect(right.filter(({ status }) => status === 'todo').map(({ title }) => title)).toEqual([
    'pets.drop',
  ])

  const { assertions: wrong, printed } = await suiteOver(`{
    get: ({ id }: { id: string }) => ({ id }),
    list: () => ['a', 5],
  }`)
  const found = wrong.filter(({ status }) => status === 'failed')
  expect(found.length).toBeGreaterThan(0)
  // Cases of the method alone, and of a batch with others.
  for (const { title } of found) expect(title).toMatch(/pets\.list| a batch/)
  expect(found.some(({ title }) => title.includes('pets.list'))).toBe(true)
  expect(printed).toContain('"pointer": "/result/1"')
  const titles = (all: readonly Assertion[]): readonly string[] => all.map(({ title }) => title)
  expect(titles(wrong)).toEqual(titles(right))
}, 120_000)
