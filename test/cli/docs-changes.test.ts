// The changes between versions are those of the documents that the pages are printed from.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rpcloom } from '../rpcloom.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

function documentWith(...names: readonly string[]): string {
  const result = { name: 'r', schema: { type: 'string' } }
  return JSON.stringify({
    openrpc: '1.3.2',
    info: { title: 'T', version: '1.0.0' },
    methods: names.map((name) => ({ name, params: [], result })),
  })
}

const config = JSON.stringify({
  inputs: ['a.openrpc.json', 'b.openrpc.json'],
  out: 'out',
  scope: '@acme',
  targets: { docs: {} },
})

/** A project in a folder, next to a document that belongs to no project. */
const project = {
  'proj/rpcloom.config.json': config,
  'proj/a.openrpc.json': documentWith('status', 'list'),
  'proj/b.openrpc.json': documentWith('status', 'old'),
  'proj/sub/notes.txt': '',
  'other.openrpc.json': documentWith('other'),
}

interface Build {
  readonly folder: string
  /** Folder in which the command runs. */
  readonly cwd: string
  readonly args: readonly string[]
}

/** Builds a version, and returns its page of changes. */
async function changesOf({ folder, cwd, args }: Build, version: string): Promise<string> {
  const at = join(folder, cwd)
  const built = join(folder, 'public')
  const options = ['--out', built, '--version', version]
  const { code, stdout, stderr } = await rpcloom(at, 'docs', 'build', ...args, ...options)
  expect([code, stderr], stdout).toEqual([0, ''])
  const page = readFileSync(join(built, version, 'changes.md'), { encoding: 'utf8', flag: 'a+' })
  return page.replace(/^## Current versions[^]*/m, '')
}

const ways: readonly (readonly [string, string, readonly string[]])[] = [
  ['in its folder', 'proj', []],
  ['in a folder below it', 'proj/sub', []],
  ['from a folder above it', '.', ['--config', 'proj/rpcloom.config.json']],
  ['from its inputs', 'proj', ['-i', 'a.openrpc.json', '-i', 'b.openrpc.json']],
]

describe.each(ways)('the changes of a project that is built %s', (_, cwd, args) => {
  test('are those of its documents', async () => {
    const folder = temporaryFolder(project)
    const build = { folder, cwd, args }
    await changesOf(build, '1.0.0')
    const same = await changesOf(build, '2.0.0')
    expect(same).toMatch(/^## Since 1\.0\.0\s+Nothing changed\.\s*$/m)
    putFiles(folder, { 'proj/a.openrpc.json': documentWith('status', 'list', 'more') })
    const more = await changesOf(build, '3.0.0')
    expect(more).toContain('more')
    expect(more).not.toMatch(/for callers|other|_100|old/)
  })

  test('since a revision are those of its documents, too', async () => {
    const folder = temporaryFolder(project)
    const git = (...words: readonly string[]): Buffer =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...words], {
        cwd: folder,
      })
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'first')
    putFiles(folder, { 'proj/b.openrpc.json': documentWith('status', 'old', 'more') })
    const changes = await changesOf({ folder, cwd, args: [...args, '--since', 'HEAD'] }, '2.0.0')
    expect(changes).toContain('more')
    expect(changes).not.toMatch(/for callers|other/)
  })
})

test('other JSON files next to the documents of the command line do not matter', async () => {
  const folder = temporaryFolder({
    'pets.json': documentWith('list'),
    'package.json': '{"name":"x"}',
  })
  const build = { folder, cwd: '.', args: ['-i', 'pets.json'] }
  await changesOf(build, '1.0.0')
  expect(await changesOf(build, '2.0.0')).toMatch(/^## Since 1\.0\.0\s+Nothing changed\.\s*$/m)
})

test('an overlay is not applied again to a built version', async () => {
  const action = { target: '$.methods', update: { name: 'more', params: [] } }
  const folder = temporaryFolder({
    'pets.json': documentWith('list'),
    'overlay.json': JSON.stringify({
      overlay: '1.0.0',
      info: { title: 'More', version: '1' },
      actions: [action],
    }),
  })
  const build = { folder, cwd: '.', args: ['-i', 'pets.json', '--overlay', 'overlay.json'] }
  await changesOf(build, '1.0.0')
  expect(await changesOf(build, '2.0.0')).toMatch(/^## Since 1\.0\.0\s+Nothing changed\.\s*$/m)
})
