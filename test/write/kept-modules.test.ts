// An edit makes again what it changes: everything else is the very object of the run before.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { checkConfig } from '../../generator/src/config.ts'
// Compiled, as targets use it: the memory of the sources would be another one, and remember nothing.
import { openMemory } from '../../generator/dist/emit/memory.js'
import { load } from '../../generator/dist/load/index.js'
import { buildApi } from '../../generator/dist/model/index.js'
import { runTargets } from '../../generator/dist/run-targets.js'
import type { Emitted } from '../../generator/src/emit/plan.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const checked = checkConfig('rpcloom.config.json', {
  inputs: ['openrpc/*.openrpc.json'],
  out: 'out',
  scope: '@kept',
  targets: { client: {}, server: {}, mock: {} },
})

test('the description of a method changes the modules of its own group', async () => {
  if (checked.kind !== 'config') throw new TypeError('The configuration is faulty.')
  const { config } = checked
  const folder = temporaryFolder({})
  cpSync(join(root, 'openrpc'), join(folder, 'openrpc'), { recursive: true })
  const memory = openMemory()
  const others = new Set<string>()
  const emit = async (): Promise<ReadonlyMap<string, Emitted>> => {
    const { loaded } = await load({ ...config, root: folder })
    if (loaded === undefined) throw new TypeError('The documents are faulty.')
    const api = memory.recall(buildApi(loaded, { scope: config.scope }).api)
    for (const { slug } of api.groups) if (slug !== 'info') others.add(slug)
    const used = targets.filter(({ name }) => Object.hasOwn(config.targets, name))
    const { committed } = await runTargets(api, used, { root: folder, config })
    return new Map(committed.map((file) => [file.path, file]))
  }
  const before = await emit()
  const path = join(folder, 'openrpc/info.openrpc.json')
  const document = JSON.parse(readFileSync(path, 'utf8'))
  document.methods[1].description = 'What it says now.'
  writeFileSync(path, JSON.stringify(document))
  const after = await emit()
  const isOfOther = (path: string): boolean => path.split(/[/.]/).some((part) => others.has(part))
  const kept = [...after.values()].filter((file) => before.get(file.path) === file)
  const made = [...after.values()].filter((file) => before.get(file.path) !== file)
  expect(made.map((file) => file.path)).toContain('client/src/info.ts')
  expect(made.map((file) => file.path).filter(isOfOther)).toEqual([])
  expect(kept.filter((file) => isOfOther(file.path)).length).toBeGreaterThan(3 * others.size - 1)
}, 60_000)
