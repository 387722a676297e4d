import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Outcome, rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const refused = 'RL411'
const foreign = 'RL412'
const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

function documentOf(...methods: readonly string[]): string {
  return JSON.stringify({
    openrpc: '1.3.2',
    info: { title: 'Pets', version: '1.0.0' },
    methods: methods.map((name) => ({
      name,
      params: [],
      result: { name: 'pet', schema: { type: 'string' } },
    })),
  })
}

const client = ['--input', 'pets.openrpc.json', '--scope', '@t', '--targets', 'client'] as const

function generate(cwd: string, out = 'out', ...more: readonly string[]): Promise<Outcome> {
  return rpcloom(cwd, 'generate', ...client, '--out', out, ...more)
}

/** Runs a command in a process that can write at most `blocks` blocks per file. */
function runLimited(cwd: string, blocks: number, args: readonly string[]): Outcome {
  const command = `ulimit -f ${blocks}; exec "$0" "$@"`
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', command, process.execPath, bin, ...args],
    { cwd, encoding: 'utf8' },
  )
  return { code: status ?? -1, stdout, stderr }
}

test.each<[string, (cwd: string) => void]>([
  ['a file', (cwd) => writeFileSync(join(cwd, 'out'), '')],
  ['an unresolved link', (cwd) => symlinkSync('nowhere/at/all', join(cwd, 'out'))],
])('an output folder that is %s is reported with a code', async (_, make) => {
  const cwd = temporaryFolder({ 'pets.openrpc.json': documentOf('getPet') })
  make(cwd)
  const { code, stderr } = await generate(cwd)
  expect([code, stderr]).toEqual([2, expect.stringContaining(`error ${refused}`)])
  expect(readdirSync(cwd).toSorted()).toEqual(['out', 'pets.openrpc.json'])
})

test.skipIf(process.platform !== 'linux')('a file system without folders is reported', async () => {
  const cwd = temporaryFolder({ 'pets.openrpc.json': documentOf('getPet') })
  for (const out of ['/proc/rpcloom', '/proc/rpcloom/deep/er', '/dev/null/out']) {
    const { code, stderr } = await generate(cwd, out)
    expect([out, code, stderr]).toEqual([out, 2, expect.stringContaining(`error ${refused}`)])
  }
})

test('a full disk leaves the old files', async () => {
  const cwd = temporaryFolder({ 'pets.openrpc.json': documentOf('getPet') })
  expect((await generate(cwd)).code).toBe(0)
  const before = treeOf(join(cwd, 'out'))
  writeFileSync(join(cwd, 'pets.openrpc.json'), documentOf('getPet', 'listPets'))
  const { code, stderr } = runLimited(cwd, 1, ['generate', ...client, '--out', 'out'])
  // A limit of the file size causes the same system error as a full disk.
  expect([code, stderr]).toEqual([2, expect.stringContaining(`error ${refused}`)])
  expect(treeOf(join(cwd, 'out'))).toEqual(before)
  expect((await generate(cwd)).code).toBe(0)
  expect(treeOf(join(cwd, 'out'))).not.toEqual(before)
})

/** Runs a command in a full disk and then with space, and returns the codes and the files after each. */
async function runs(cwd: string, ...args: readonly string[]): Promise<readonly unknown[]> {
  const full = [runLimited(cwd, 0, args).code, treeOf(cwd)]
  const { code } = await rpcloom(cwd, ...args)
  return [full, [code, treeOf(cwd)]]
}

test('a full disk during `init` leaves no files, and the next run succeeds', async () => {
  const cwd = temporaryFolder({ 'pets.openrpc.json': documentOf('getPet') })
  const before = treeOf(cwd)
  const [full, next] = await runs(cwd, 'init', '--no-install', '--targets', 'client')
  expect(full).toEqual([2, before])
  expect(next).toEqual([0, expect.any(Array)])
})

test('a full disk during `release` changes no files, and the next run succeeds', async () => {
  const config = { inputs: ['pets.openrpc.json'], scope: '@t', version: '1.0.0' }
  for (const program of [false, true]) {
    const text = JSON.stringify({ ...config, out: 'out', targets: { client: {} } })
    const cwd = temporaryFolder({
      'pets.openrpc.json': documentOf('getPet'),
      ...(program
        ? { 'rpcloom.config.mjs': `export default ${text.replace('"version"', 'version')}` }
        : { 'rpcloom.config.json': text }),
    })
    const git = (...args: readonly string[]): void => {
      const identity = ['-c', 'user.name=t', '-c', 'user.email=t@t.example']
      execFileSync('git', [...identity, ...args], { cwd, stdio: 'ignore' })
    }
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '-m', 'first')
    git('tag', 'v1.0.0')
    writeFileSync(join(cwd, 'pets.openrpc.json'), documentOf('getPet', 'listPets'))
    const before = treeOf(cwd)
    const [full, proposed] = await runs(cwd, 'release')
    expect(full).toEqual([2, before])
    expect(proposed).toEqual([
      0,
      expect.arrayContaining([['/.changeset/rpcloom-client.md', expect.any(String)]]),
    ])
    const pending = treeOf(cwd)
    const [still, applied] = await runs(cwd, 'release', '--apply')
    expect(still).toEqual([2, pending])
    const changelog = expect.stringContaining('## 1.1.0') as string
    expect(applied).toEqual([0, expect.arrayContaining([['/out/client/CHANGELOG.md', changelog]])])
  }
})

test('a run without changes removes what a killed run left', async () => {
  const cwd = temporaryFolder({ 'pets.openrpc.json': documentOf('getPet') })
  expect((await generate(cwd)).code).toBe(0)
  const before = treeOf(cwd)
  mkdirSync(join(cwd, 'out/.rpcloom/files'), { recursive: true })
  writeFileSync(join(cwd, 'out/.rpcloom/pid'), '999999999')
  writeFileSync(join(cwd, 'out/.rpcloom/files/0'), 'half')
  expect((await generate(cwd)).code).toBe(0)
  expect(readdirSync(join(cwd, 'out'))).not.toContain('.rpcloom')
  expect(treeOf(cwd)).toEqual(before)
})

test('an output folder that belongs to something else is only written with --force', async () => {
  const cwd = temporaryFolder({
    'pets.openrpc.json': documentOf('getPet'),
    'photos/cat.jpg': '',
    'packages/other/package.json': '{}',
    'home/.profile': '',
  })
  vi.stubEnv('HOME', join(cwd, 'home'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const into = async (out: string, ...more: readonly string[]): Promise<number | string> => {
    const { code, stderr } = await generate(cwd, out, ...more)
    return stderr.includes(foreign) ? foreign : code
  }
  for (const out of ['/', 'photos', 'home']) {
    const before = treeOf(cwd)
    expect([out, await into(out)]).toEqual([out, foreign])
    expect([out, await into(out, '--dry-run')]).toEqual([out, foreign])
    expect(treeOf(cwd)).toEqual(before)
  }
  for (const out of [
    'new/deep',
    'packages',
    join(cwd, 'absolute'),
    `../${basename(cwd)}-clients`,
  ]) {
    expect([out, await into(out)]).toEqual([out, 0])
    expect([out, await into(out)]).toEqual([out, 0])
  }
  rmSync(`${cwd}-clients`, { recursive: true })
  expect(await into('photos', '--force')).toBe(0)
})

function treeOf(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/.git/'))
    .toSorted()
    .map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')] as const)
}
