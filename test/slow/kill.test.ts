import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { lockName } from '../../generator/src/output/lock.ts'
import { withOutputLock } from '../../generator/src/output/output-lock.ts'
import { isUnfinished } from '../../generator/src/output/write.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const before = { 'p/kept': '1', 'p/changed': '1', 'p/gone/deep/x': '1', 'p/turns': '1' }
const after = { 'p/kept': '1', 'p/changed': '2', 'p/fresh/y': '2', 'p/turns/into': '2' }

function moduleOf(name: string): string {
  const path = join(import.meta.dirname, '../../generator/dist/output', name)
  return JSON.stringify(pathToFileURL(path).href)
}

/**
 * A run that is killed right before its nth change on disk. Every change goes through one of these
 * functions.
 */
const run = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const [out, nth] = process.argv.slice(1)
let count = 0
for (const name of ['mkdirSync', 'renameSync', 'rmdirSync', 'rmSync', 'unlinkSync', 'writeFileSync']) {
  const change = fs[name]
  fs[name] = (...args) => {
    if (++count === Number(nth)) process.kill(process.pid, 'SIGKILL')
    return change(...args)
  }
}
const { rename } = fs.promises
fs.promises.rename = (...args) => {
  if (++count === Number(nth)) process.kill(process.pid, 'SIGKILL')
  return rename(...args)
}
syncBuiltinESMExports()
const { withOutputLock } = await import(${moduleOf('output-lock.js')})
const { commit } = await import(${moduleOf('write.js')})
await withOutputLock(out, async () =>
  commit(out, {
    write: [
      { path: 'p/changed', text: '2' },
      { path: 'p/fresh/y', text: '2' },
      { path: 'p/turns/into', text: '2' },
    ],
    remove: ['p/gone/deep/x', 'p/turns'],
    lockText: '2',
  }),
)
`

function treeOf(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  )
}

test('a run that is killed before any change leaves the old or the new tree, after the next run has repaired it', async () => {
  const old = { ...before, [lockName]: '1' }
  const done = { ...after, [lockName]: '2' }
  const left: string[] = []
  for (let nth = 1; ; nth++) {
    const out = temporaryFolder(old)
    const args = ['--input-type=module', '-e', run, out, String(nth)]
    const { signal, status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (signal === null) {
      expect([status, stderr]).toEqual([0, ''])
      expect(treeOf(out)).toEqual(done)
      break
    }
    await withOutputLock(out, async () => undefined)
    expect(isUnfinished(out)).toBe(false)
    const tree = treeOf(out)
    const isOld = tree[lockName] === '1'
    expect(tree).toEqual(isOld ? old : done)
    left.push(isOld ? 'old' : 'new')
  }
  // The journal decides: a kill before it is written leaves the old tree, a later kill leaves the
  // new one.
  expect(left.length).toBeGreaterThan(12)
  expect(left).toEqual(left.toSorted().toReversed())
})
