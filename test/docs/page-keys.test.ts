// A page with an unchanged key is not written again, so the content of the page must not have
// changed.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { checkConfig } from 'rpcloom/run'
import type { DerivedOutput } from 'rpcloom/codegen'
import { load } from '../../generator/dist/load/index.js'
import { buildApi } from '../../generator/dist/model/index.js'
import { runTargets } from '../../generator/dist/engine/run-targets.js'
import { temporaryFolder } from '../temporary-folder.ts'

const checked = checkConfig('rpcloom.config.json', {
  inputs: ['*.json'],
  out: 'out',
  scope: '@keys',
  targets: { docs: {} },
})

const names = Array.from({ length: 200 }, (_, index) => `all.m${String(index).padStart(3, '0')}`)

async function pagesOf(methods: readonly string[]): Promise<ReadonlyMap<string, DerivedOutput>> {
  if (checked.kind !== 'config') throw new TypeError('The configuration is faulty.')
  const { config } = checked
  const document = {
    openrpc: '1.3.2',
    info: { title: 'All', version: '1.0.0' },
    methods: methods.map((name) => ({ name, params: [], result: { name: 'r', schema: {} } })),
  }
  const root = temporaryFolder({ 'all.json': JSON.stringify(document) })
  const { loaded } = await load({ ...config, root })
  if (loaded === undefined) throw new TypeError('The document is faulty.')
  const { api } = buildApi(loaded, { scope: config.scope })
  const used = targets.filter(({ name }) => name === 'docs')
  const { derived } = await runTargets(api, used, {
    root,
    config,
    targets: () => Promise.resolve(targets),
  })
  const pages = derived.filter(({ path }) => /\.(html|md)$/.test(path))
  return new Map(pages.map((page) => [page.path, page]))
}

function textOf({ text }: DerivedOutput): string {
  return text(() => '')
}

// Each page contains the location of its method in the document, so all pages of methods after the
// edited one change.
test.each([
  ['at the end', 140, [...names, 'all.m200']],
  ['at the beginning', 0, ['all.first', ...names]],
  ['between others', 60, names.toSpliced(100, 0, 'all.between')],
  ['less', 60, names.toSpliced(150, 1)],
])('adding or removing one of 200 methods: %s', async (_, atLeast, edited) => {
  const [before, after] = [await pagesOf(names), await pagesOf(edited)]
  const kept = [...after.values()].flatMap((page) => {
    const earlier = before.get(page.path)
    return earlier?.key === page.key ? [{ page, earlier }] : []
  })
  const stale = kept.filter(({ page, earlier }) => textOf(page) !== textOf(earlier))
  const ofMethods = kept.filter(({ page }) => /\/m\d+\.html$/.test(page.path))
  expect(stale.map(({ page }) => page.path)).toEqual([])
  expect(ofMethods.length).toBeGreaterThanOrEqual(atLeast)
})

test('the menu shows all methods if there are few', async () => {
  const few = names.slice(0, 20)
  const [before, after] = [await pagesOf(few), await pagesOf([...few, 'all.more'])]
  const own = join('docs', 'site', 'all')
  const kept = [...after.values()].filter(
    ({ path, key }) =>
      path.startsWith(own) && path.endsWith('.html') && before.get(path)?.key === key,
  )
  expect(kept.map(({ path }) => path)).toEqual([])
})
