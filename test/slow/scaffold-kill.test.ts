import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rpcloom } from '../rpcloom.ts'
import { petsWith, three } from '../scaffold/pets.ts'
import { benchFolder, treeOf, workbench } from '../scaffold/workbench.ts'
import { killed } from './killed.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'
const args = ['scaffold', 'server', 'project', '-i', 'pets.openrpc.json', '--scope', '@t']

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
  expect(await rpcloom(join(home, 'done'), ...args)).toMatchObject({ code: 0 })
  const done = filesOf(join(home, 'done'))
  expect(done).not.toEqual(old)

  let kills = 0
  for (let nth = 1; ; nth += isLong ? 1 : 5) {
    const at = join(home, `k${nth}`)
    cpSync(bench.root, at, { recursive: true })
    const { signal, status } = killed(at, nth, args)
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
    expect(await rpcloom(at, ...args), `after change ${nth}`).toMatchObject({ code: 0 })
    expect(filesOf(at), `after change ${nth}`).toEqual(done)
  }
  expect(kills).toBeGreaterThan(isLong ? 9 : 1)
})
