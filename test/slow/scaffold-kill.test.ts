import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { petsWith, three } from '../scaffold/pets.ts'
import { benchFolder, treeOf, workbench } from '../scaffold/workbench.ts'

const root = join(import.meta.dirname, '../..')
const isLong = process.env['RPCLOOM_LONG'] === '1'
const bin = JSON.stringify(pathToFileURL(join(root, 'generator/dist/cli/main.js')).href)

/** A scaffold that is killed right before its nth change on disk. */
const run = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const [nth] = process.argv.slice(1)
let count = 0
for (const name of ['mkdirSync', 'renameSync', 'rmdirSync', 'rmSync', 'unlinkSync', 'writeFileSync', 'chmodSync', 'linkSync', 'copyFileSync', 'symlinkSync']) {
  const change = fs[name]
  fs[name] = (...args) => {
    if (++count === Number(nth)) process.kill(process.pid, 'SIGKILL')
    return change(...args)
  }
}
syncBuiltinESMExports()
const { main } = await import(${bin})
process.exitCode = await main(['scaffold', 'server', 'project', '-i', 'pets.openrpc.json', '--scope', '@t'])
`

function killed(home: string, nth: number): ReturnType<typeof spawnSync> {
  const args = ['--input-type=module', '-e', run, String(nth)]
  return spawnSync(process.execPath, args, { cwd: home, encoding: 'utf8' })
}

/** Returns the files of the user, without internal files of a run. */
function filesOf(home: string): Readonly<Record<string, string>> {
  const files = Object.entries(treeOf(join(home, 'project')))
  return Object.fromEntries(files.filter(([path]) => !path.startsWith('.rpcloom')))
}

test('a scaffold that is killed before any change loses nothing, and the next one completes it', async () => {
  const home = benchFolder()
  const bench = workbench({ 'pets.openrpc.json': petsWith(three) }, { home: join(home, 'start') })
  await bench.scaffold()
  const main = 'src/groups/pets.ts'
  bench.write(
    main,
    bench.read(main).replace("throw notImplemented('pets.get')", 'return params // mine'),
  )
  const { 'pets.drop': _, ...rest } = three
  bench.documents({ 'pets.openrpc.json': petsWith({ ...rest, 'pets.find': {} }) })
  const old = filesOf(bench.root)
  cpSync(bench.root, join(home, 'done'), { recursive: true })
  expect(killed(join(home, 'done'), 0)).toMatchObject({ status: 0, signal: null })
  const done = filesOf(join(home, 'done'))
  expect(done).not.toEqual(old)

  let kills = 0
  for (let nth = 1; ; nth += isLong ? 1 : 5) {
    const at = join(home, `k${nth}`)
    cpSync(bench.root, at, { recursive: true })
    const { signal, status } = killed(at, nth)
    if (signal === null) {
      expect(status).toBe(0)
      break
    }
    kills++
    const left = filesOf(at)
    for (const path of Object.keys(old)) {
      // A file is either old or new, never mixed. The next run finishes an interrupted move.
      if (left[path] !== undefined) expect([old[path], done[path]]).toContain(left[path])
    }
    expect(killed(at, 0), `after change ${nth}`).toMatchObject({ status: 0, signal: null })
    expect(filesOf(at), `after change ${nth}`).toEqual(done)
  }
  expect(kills).toBeGreaterThan(isLong ? 9 : 1)
})
