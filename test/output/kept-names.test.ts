import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nameMethods } from '../../generator/src/model/names/method-names.ts'
import type { KeptNames } from '../../generator/src/model/names/kept-names.ts'
import { compileFolder } from '../targets/emitted.ts'
import { rpcloom } from '../rpcloom.ts'
import { putFiles } from '../temporary-folder.ts'

const root = join(import.meta.dirname, '../..')

const documentOf = (...names: readonly string[]): string =>
  JSON.stringify({
    openrpc: '1.3.2',
    info: { title: 'Tasks', version: '1.0.0' },
    methods: names.map((name) => ({
      name,
      params: [{ name: 'id', required: true, schema: { type: 'string' } }],
      result: {
        name: 'r',
        schema: { type: 'object', properties: { is: { type: 'boolean' } }, required: ['is'] },
      },
    })),
  })

/** A project in the repository, so that the generated packages find the runtime. */
function projectOf(document: string): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'kept-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = { inputs: ['*.openrpc.json'], scope: '@kept', out: 'out', format: false }
  putFiles(folder, {
    'rpcloom.config.json': JSON.stringify({ ...config, targets: { client: {}, server: {} } }),
    'tasks.openrpc.json': document,
  })
  return folder
}

async function cli(
  cwd: string,
  ...args: readonly string[]
): Promise<{ readonly status: number; readonly text: string }> {
  const { code, stdout, stderr } = await rpcloom(cwd, ...args)
  return { status: code, text: stdout + stderr }
}

function git(cwd: string, ...args: readonly string[]): void {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b.c']
  execFileSync('git', [...author, ...args], { cwd, stdio: 'pipe' })
}

const consumer = `import { createClient, http } from './index.ts'
import type { GetParams, GetResult } from '@kept/types/tasks'
const client = createClient({ transport: http('http://localhost') })
export const params: GetParams = { id: 'a' }
export const result: Promise<GetResult> = client.tasks.get('a')
`

test('adding a method renames no other method', async () => {
  const folder = projectOf(documentOf('tasks.get', 'tasks.put'))
  git(folder, 'init', '--quiet')
  expect(await cli(folder, 'generate')).toMatchObject({ status: 0 })
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '-m', 'one')
  putFiles(folder, {
    'tasks.openrpc.json': documentOf('parcels.weigh.all', 'tasks.get', 'tasks.put'),
    'out/client/src/consumer.ts': consumer,
  })
  expect((await cli(folder, 'diff', 'HEAD')).text).not.toContain('generated code')
  expect((await cli(folder, 'diff', 'HEAD:tasks.openrpc.json')).text).not.toContain(
    'generated code',
  )
  expect(await cli(folder, 'generate')).toMatchObject({ status: 0 })
  mkdirSync(join(folder, 'node_modules/@kept'), { recursive: true })
  symlinkSync(join(folder, 'out/types'), join(folder, 'node_modules/@kept/types'), 'junction')
  for (const name of ['types', 'client']) compileFolder(join(folder, 'out', name), '7.0')
  expect(readFileSync(join(folder, 'out/types/src/types/tasks.ts'), 'utf8')).toContain(
    'ParcelsWeighAllParams',
  )
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '-m', 'two')

  const clone = `${folder}-clone`
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  git(folder, 'clone', '--quiet', '.', clone)
  expect(await cli(clone, 'generate', '--check', '--force')).toMatchObject({ status: 0 })

  rmSync(join(folder, 'out'), { recursive: true })
  expect(await cli(folder, 'generate')).toMatchObject({ status: 0 })
  expect(readFileSync(join(folder, 'out/types/src/types/tasks.ts'), 'utf8')).toContain(
    'TasksGetParams',
  )
  const renamed = await cli(folder, 'diff', 'HEAD')
  expect(renamed.status).toBe(1)
  expect(renamed.text).toContain('is named `tasks.get` in generated code now, `get` before')
  expect((await cli(folder, 'release', '--since', 'HEAD', '--dry-run')).text).toContain('major')
})

const chosen = (
  names: readonly string[],
  kept?: KeptNames,
): { readonly names: Readonly<Record<string, string>>; readonly kept: KeptNames } => {
  const methods = names.map((name) => ({ name, place: { file: 'a', pointer: '' } }))
  const group = { key: 'g', slug: 'g', typeName: 'G' }
  const found = nameMethods(group, methods, { declared: [], taken: [], kept })
  const all = names.map((name, index) => {
    const { namespace = '', member, standalone } = found.methods[index] ?? {}
    return [name, `${namespace}.${member} ${standalone}`] as const
  })
  return {
    names: Object.fromEntries(all),
    kept: { ...found.naming, methods: new Set(names) },
  }
}

test.each([
  ['a second namespace', ['tasks.get'], ['parcels.weigh']],
  ['a method without a namespace', ['tasks.get', 'tasks.list'], ['get', 'list']],
  ['a namespace that is called like a method', ['tasks.parcels'], ['parcels.weigh']],
  ['a namespace that is called like a top-level method', ['list', 'a.b'], ['list.all']],
  ['names with underscores', ['list_pets', 'pet_shop_open'], ['eth_getBlock']],
  ['a closer spelling', ['get_pet'], ['getPet']],
  ['the same function name', ['a.b_c', 'x'], ['a.bC', 'aB.c']],
  ['a namespace that differs in spelling', ['my-tasks.get', 'x'], ['myTasks.get']],
  ['a reserved word', ['a.delete', 'b.x'], ['deleteMethod', 'aDelete']],
  ['a method of a method', ['a.b', 'x'], ['a.b.c', 'a.b.d']],
  ['a method of a method of the dropped namespace', ['a.b'], ['a.b.c']],
  ['a method named like a namespace', ['a.b.c', 'x'], ['a.b', 'a.b.c.d']],
  ['a deeper namespace', ['a.b.c', 'x'], ['a.b.d.e', 'a.bC', 'aB.c']],
  ['a namespace that differs in spelling, below another', ['a.my-b.c', 'x'], ['a.myB.d']],
])('names stay when %s is added', (_, old, added) => {
  const before = chosen(old)
  for (const order of [
    [...old, ...added],
    [...added, ...old],
  ]) {
    const after = chosen(order, before.kept)
    expect(after.names).toMatchObject(before.names)
    expect(new Set(Object.values(after.names)).size).toBe(order.length)
    // Later runs have the lock of the second run.
    expect(chosen(order.toReversed(), after.kept).names).toEqual(after.names)
  }
})

test('names of a lock without nested namespaces stay', () => {
  const old: KeptNames = {
    splitting: { underscore: false, dropped: '', nested: false },
    odd: new Map(),
    methods: new Set(['a.b.c', 'x']),
  }
  const added = ['a.b.c', 'x', 'a.b.d', 'a.e.f.g', 'a.b']
  const after = chosen(added, old)
  expect(after.names).toEqual({
    'a.b.c': 'a.bC aBC',
    x: '.x x',
    'a.b.d': 'a.b.d aBD',
    'a.e.f.g': 'a.e.f.g aEFG',
    'a.b': 'a.aB aAB',
  })
  expect(chosen(added.toReversed(), after.kept).names).toEqual(after.names)
})

test('names stay when methods are removed, and are chosen anew when no method is left', () => {
  const before = chosen(['a.x', 'b.y'])
  expect(chosen(['a.x', 'a.z'], before.kept).names).toEqual({ 'a.x': 'a.x aX', 'a.z': 'a.z aZ' })
  expect(chosen(['a.z'], before.kept).names).toEqual({ 'a.z': '.z z' })
})
