// A page with an unchanged key is not written again, so nothing on it may have changed.
import { expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { checkConfig } from 'rpcloom/run'
import type { DerivedOutput } from 'rpcloom/codegen'
import { load } from 'rpcloom/load'
import { buildApi } from 'rpcloom/model'
import { runTargets } from '../../generator/dist/engine/run-targets.js'
import { temporaryFolder } from '../temporary-folder.ts'

const checked = checkConfig('rpcloom.config.json', {
  inputs: ['*.json'],
  out: 'out',
  scope: '@keys',
  targets: { docs: {} },
})

interface Listed {
  readonly name: string
  readonly description?: string
  readonly deprecated?: true
}

const methods: readonly Listed[] = Array.from({ length: 200 }, (_, index) => ({
  name: `all.m${String(index).padStart(3, '0')}`,
}))

async function pagesOf(listed: readonly Listed[]): Promise<ReadonlyMap<string, DerivedOutput>> {
  if (checked.kind !== 'config') throw new TypeError('The configuration is faulty.')
  const { config } = checked
  const document = {
    openrpc: '1.3.2',
    info: { title: 'All', version: '1.0.0' },
    methods: listed.map((one) => ({ ...one, params: [], result: { name: 'r', schema: {} } })),
  }
  const root = temporaryFolder({ 'all.json': JSON.stringify(document) })
  const { loaded } = await load({ ...config, root })
  if (loaded === undefined) throw new TypeError('The document is faulty.')
  const { api } = buildApi(loaded, { scope: config.scope })
  const used = targets.filter(({ name }) => name === 'docs')
  const { derived } = await runTargets(api, used, {
    root,
    config,
    targets,
  })
  const pages = derived.filter(({ path }) => /\.(html|md)$/.test(path))
  return new Map(pages.map((page) => [page.path, page]))
}

function textOf({ text }: DerivedOutput): string {
  return text(() => '')
}

const edited = (change: Partial<Listed>): readonly Listed[] =>
  methods.map((method, index) => (index === 100 ? { ...method, ...change } : method))

// Pages with names, menus and positions of other methods change with them.
test.each<[string, number, readonly Listed[]]>([
  ['nothing', 400, [...methods]],
  ['a description', 398, edited({ description: 'Returns it.' })],
  ['a description that names another method', 398, edited({ description: 'See `all.m003`.' })],
  ['a deprecation', 190, edited({ deprecated: true })],
  ['a name', 190, edited({ name: 'all.renamed' })],
  ['a method more at the end', 190, [...methods, { name: 'all.m200' }]],
  ['a method more at the beginning', 0, [{ name: 'all.first' }, ...methods]],
  ['a method less', 140, methods.toSpliced(150, 1)],
])('pages with the same key have the same text after changing %s', async (_, atLeast, after) => {
  const [before, pages] = [await pagesOf(methods), await pagesOf(after)]
  const kept = [...pages.values()].flatMap((page) => {
    const earlier = before.get(page.path)
    return earlier?.key === page.key ? [{ page, earlier }] : []
  })
  const stale = kept.filter(({ page, earlier }) => textOf(page) !== textOf(earlier))
  expect(stale.map(({ page }) => page.path)).toEqual([])
  expect(kept.filter(({ page }) => /\/m\d+\./.test(page.path)).length).toBeGreaterThanOrEqual(
    atLeast,
  )
})
