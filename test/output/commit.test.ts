import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { hashOf } from '../../generator/src/json/hash.ts'
import { lockName } from '../../generator/src/output/lock.ts'
import { withOutputLock } from '../../generator/src/output/output-lock.ts'
import {
  commit,
  isUnfinished,
  stagingFault,
  stagingName,
} from '../../generator/src/output/write.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

/** Returns the paths and contents of everything below a folder. */
function treeOf(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  )
}

test('a commit writes, removes, and leaves no temporary files', async () => {
  const out = temporaryFolder({
    'a/src/old.ts': 'old',
    'a/src/kept.ts': 'kept',
    'a/deep/er/x.ts': 'x',
  })
  await commit(out, {
    write: [{ path: 'a/src/new.ts', text: 'new' }],
    remove: ['a/src/old.ts', 'a/deep/er/x.ts', 'a/never/was.ts'],
    lockText: '{}',
  })
  expect(treeOf(out)).toEqual({ 'a/src/kept.ts': 'kept', 'a/src/new.ts': 'new', [lockName]: '{}' })
  expect(existsSync(join(out, 'a/deep'))).toBe(false)
})

test('a file can be replaced by a folder of its name, and the reverse', async () => {
  const out = temporaryFolder({ 'p/a': 'file', 'p/b/c': 'inner' })
  await commit(out, {
    write: [
      { path: 'p/a/c', text: 'inner' },
      { path: 'p/b', text: 'file' },
    ],
    remove: ['p/a', 'p/b/c'],
    lockText: '{}',
  })
  expect(treeOf(out)).toEqual({ 'p/a/c': 'inner', 'p/b': 'file', [lockName]: '{}' })
})

test("a user's file that changed since it was read is kept, and later writes are delayed", async () => {
  const out = temporaryFolder({ 'p/a': 'a', 'p/b': 'edited meanwhile', 'p/c': 'c' })
  const write = ['p/a', 'p/b', 'p/c'].map((path) => ({ path, text: 'ours', was: path.slice(2) }))
  expect(await commit(out, { write, remove: [] })).toBe('stopped')
  expect(treeOf(out)).toEqual({ 'p/a': 'ours', 'p/b': 'edited meanwhile', 'p/c': 'c' })
  const fresh = [{ path: 'p/c', text: 'ours', was: null }]
  expect(await commit(out, { write: fresh, remove: [] })).toBe('stopped')
  const last = [{ path: 'p/c', text: 'ours', was: 'c' }]
  expect(await commit(out, { write: last, remove: [] })).toBe('done')
  expect(isUnfinished(out)).toBe(false)
})

test("a user's edit after a killed run is not replaced when the next run completes it", async () => {
  const hash = hashOf('a')
  const out = temporaryFolder({
    'p/a': 'edited after the kill',
    [`${stagingName}/files/p/a`]: 'ours',
    [`${stagingName}/journal.json`]: JSON.stringify({
      move: ['p/a'],
      remove: [],
      was: { 'p/a': hash },
    }),
  })
  await withOutputLock(out, async () => undefined)
  expect(treeOf(out)).toEqual({ 'p/a': 'edited after the kill' })
})

test('a second run waits for the first, and a dead run blocks no other', async () => {
  const out = temporaryFolder({})
  const busy = await withOutputLock(out, async () => {
    putFiles(out, { [`${stagingName}/pid`]: String(process.ppid) })
    return withOutputLock(out, async () => 'in')
  })
  expect(busy).toEqual({ kind: 'done', result: { kind: 'busy', pid: process.ppid } })
  putFiles(out, { [`${stagingName}/pid`]: '999999999' })
  expect(await withOutputLock(out, async () => 'in')).toEqual({ kind: 'done', result: 'in' })
  expect(treeOf(out)).toEqual({})
})

test.skipIf(process.platform !== 'linux')(
  'a process with the ID of a dead run blocks no other',
  async () => {
    const out = temporaryFolder({})
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const sleeping = spawn('sleep', ['60'])
    try {
      const held: readonly (readonly [string, string])[] = [
        ['the run itself', `${process.ppid} ${start}`],
        ['a process that started at another time', `${process.ppid} ${Number(start) + 1}`],
        ['a lock of an earlier version, and another program', String(sleeping.pid)],
      ]
      const kinds: unknown[] = []
      for (const [, text] of held) {
        putFiles(out, { [`${stagingName}/pid`]: text })
        kinds.push((await withOutputLock(out, async () => 'in')).kind)
      }
      expect(kinds).toEqual(['busy', 'done', 'done'])
    } finally {
      sleeping.kill()
    }
  },
)

test('only one of many parallel runs proceeds', async () => {
  const out = temporaryFolder({})
  const lockModule = JSON.stringify(
    pathToFileURL(join(import.meta.dirname, '../../generator/dist/output/output-lock.js')).href,
  )
  const source = `
    import { appendFileSync } from 'node:fs'
    import { withOutputLock } from ${lockModule}
    const [out, log, start] = process.argv.slice(1)
    while (Date.now() < Number(start)) {}
    for (let round = 0; round < 200; round++) {
      await withOutputLock(out, async () => {
        appendFileSync(log, '<')
        appendFileSync(log, '>')
      })
    }`
  const log = join(temporaryFolder({ log: '' }), 'log')
  const start = String(Date.now() + 1500)
  const codes = await Promise.all(
    [1, 2, 3, 4].map(
      () =>
        new Promise((resolve) => {
          const args = ['--input-type=module', '-e', source, out, log, start]
          spawn(process.execPath, args, { stdio: 'inherit' }).on('close', resolve)
        }),
    ),
  )
  expect(codes).toEqual([0, 0, 0, 0])
  expect(readFileSync(log, 'utf8')).toMatch(/^(<>)+$/)
})

test.each([
  [
    'a journal of something else',
    (out: string) => putFiles(out, { [`${stagingName}/journal.json`]: '{' }),
  ],
  ['a link', (out: string) => symlinkSync(temporaryFolder({}), join(out, stagingName))],
])('a staging directory that is or contains %s is not used', (_, spoil) => {
  const out = temporaryFolder({})
  expect(stagingFault(out)).toBeUndefined()
  spoil(out)
  expect(stagingFault(out)).toBeTypeOf('string')
})

test('a journal with paths outside of the folder is rejected', async () => {
  const out = temporaryFolder({
    [`${stagingName}/journal.json`]: JSON.stringify({ move: [], remove: ['../victim'] }),
    victim: '',
  })
  await expect(withOutputLock(join(out), async () => 'in')).rejects.toThrow(
    'not written by rpcloom',
  )
})

const count = 60

/** Source of a process that commits versions until it is killed. */
const writer = `
import { commit } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../generator/dist/output/write.js')).href)}
const out = process.argv[1]
process.stdout.write('ready')
for (let version = 1; ; version++) {
  const parity = version % 2
  await commit(out, {
    write: Array.from({ length: ${count} }, (_, i) => ({ path: \`p/d\${i % 7}/\${parity}-\${i}.ts\`, text: String(version) })),
    remove: Array.from({ length: ${count} }, (_, i) => \`p/d\${i % 7}/\${1 - parity}-\${i}.ts\`),
    lockText: String(version),
  })
}
`

test('a run killed at any moment leaves one version, once the next has repaired it', async () => {
  for (let round = 0; round < 12; round++) {
    const out = temporaryFolder({})
    await killAfter(out, 3 + round * 7)
    await withOutputLock(out, async () => undefined)
    expect(isUnfinished(out)).toBe(false)
    const tree = treeOf(out)
    const version = tree[lockName]
    if (version === undefined) expect(tree).toEqual({})
    else {
      const parity = Number(version) % 2
      const want = Array.from({ length: count }, (_, i) => [
        `p/d${i % 7}/${parity}-${i}.ts`,
        version,
      ])
      expect(tree).toEqual({ ...Object.fromEntries(want), [lockName]: version })
    }
  }
})

async function killAfter(out: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer, out], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((done) => child.stdout.once('data', done))
  await new Promise((done) => setTimeout(done, ms))
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
}

test('a run that cannot stage its files leaves none of them', async () => {
  const out = temporaryFolder({ 'p/kept.ts': 'kept' })
  const write = [
    { path: 'p/a.ts', text: 'a' },
    { path: 'p/b.ts', text: 'b', was: 'b' },
  ]
  // A path below a file cannot be examined. This stands for any error of the operating system.
  putFiles(out, { 'p/b.ts': 'b' })
  const failing = commit(out, {
    write: [...write, { path: 'p/\0', text: '', was: 'x' }],
    remove: [],
  })
  await expect(failing).rejects.toThrow()
  expect(treeOf(out)).toEqual({ 'p/kept.ts': 'kept', 'p/b.ts': 'b' })
})
