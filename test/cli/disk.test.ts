import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const refused = 'RL411'
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

/** `limit` is the maximum number of blocks per file. */
function generate(cwd: string, limit = 'unlimited'): { code: number | null; stderr: string } {
  const options = '--input pets.openrpc.json --scope @t --targets client --out out'
  const command = `ulimit -f ${limit}; exec "$0" "$1" generate ${options}`
  const { status, stderr } = spawnSync('bash', ['-c', command, process.execPath, bin], {
    cwd,
    encoding: 'utf8',
  })
  return { code: status, stderr }
}

test.each<[string, (cwd: string) => void]>([
  ['a file', (cwd) => writeFileSync(join(cwd, 'out'), '')],
  ['an unresolved link', (cwd) => symlinkSync('nowhere/at/all', join(cwd, 'out'))],
])('an output folder that is %s is reported with a code', (_, make) => {
  const cwd = temporaryFolder({ 'pets.openrpc.json': documentOf('getPet') })
  make(cwd)
  const { code, stderr } = generate(cwd)
  expect([code, stderr]).toEqual([2, expect.stringContaining(`error ${refused}`)])
  expect(readdirSync(cwd).toSorted()).toEqual(['out', 'pets.openrpc.json'])
})

test.skipIf(process.platform !== 'linux')('a file system without folders is reported', () => {
  const cwd = temporaryFolder({ 'pets.openrpc.json': documentOf('getPet') })
  for (const out of ['/proc/rpcloom', '/proc/rpcloom/deep/er', '/dev/null/out']) {
    const options = [
      '--input',
      'pets.openrpc.json',
      '--scope',
      '@t',
      '--targets',
      'client',
      '--out',
      out,
    ]
    const { status, stderr } = spawnSync(process.execPath, [bin, 'generate', ...options], {
      cwd,
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect([out, status, stderr]).toEqual([out, 2, expect.stringContaining(`error ${refused}`)])
  }
})

test('a full disk leaves the old files', () => {
  const cwd = temporaryFolder({ 'pets.openrpc.json': documentOf('getPet') })
  expect(generate(cwd).code).toBe(0)
  const before = treeOf(join(cwd, 'out'))
  writeFileSync(join(cwd, 'pets.openrpc.json'), documentOf('getPet', 'listPets'))
  const { code, stderr } = generate(cwd, '1')
  // A limit of the file size causes the same system error as a full disk.
  expect([code, stderr]).toEqual([2, expect.stringContaining(`error ${refused}`)])
  expect(treeOf(join(cwd, 'out'))).toEqual(before)
  expect(generate(cwd).code).toBe(0)
  expect(treeOf(join(cwd, 'out'))).not.toEqual(before)
})

function treeOf(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')] as const)
}
