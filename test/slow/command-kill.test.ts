import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { treeOf } from '../scaffold/workbench.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { killed, killPoints } from './killed.ts'

const document = (...names: readonly string[]): string =>
  JSON.stringify({
    openrpc: '1.3.2',
    info: { title: 'Pets', version: '1.0.0' },
    methods: names.map((name) => ({ name, params: [], result: { name: 'r', schema: {} } })),
  })

const config = {
  inputs: ['pets.openrpc.json'],
  scope: '@k',
  out: 'out',
  targets: { client: {} },
  version: '1.0.0',
}

function released(): string {
  const folder = temporaryFolder({
    'pets.openrpc.json': document('get'),
    'rpcloom.config.json': JSON.stringify(config),
  })
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder })
  expect(killed(folder, 0, ['generate'])).toMatchObject({ status: 0 })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'one')
  git('tag', 'v1.0.0')
  cpSync(
    join(temporaryFolder({ 'pets.openrpc.json': document('get', 'put') }), 'pets.openrpc.json'),
    join(folder, 'pets.openrpc.json'),
  )
  expect(killed(folder, 0, ['release'])).toMatchObject({ status: 0 })
  return folder
}

/** Returns the files, without git's and the caches. */
function filesOf(folder: string): Readonly<Record<string, string>> {
  const files = Object.entries(treeOf(folder))
  return Object.fromEntries(files.filter(([path]) => !/^(\.git|node_modules|\.cache)\//.test(path)))
}

test.each([
  {
    command: 'init',
    start: () => temporaryFolder({ 'pets.openrpc.json': document('get') }),
    args: ['init', '--name', 'k', '--scope', '@k', '--targets', 'client', '--no-install'],
  },
  { command: 'release', start: released, args: ['release', '--apply'] },
])(
  '$command that is killed before any change leaves whole files, and the next run completes it',
  ({ start, args }) => {
    const begin = start()
    const old = filesOf(begin)
    const complete = temporaryFolder({})
    cpSync(begin, complete, { recursive: true })
    const whole = killed(complete, 0, args)
    expect(whole).toMatchObject({ status: 0, signal: null })
    const done = filesOf(complete)
    expect(done).not.toEqual(old)
    for (const nth of killPoints(whole)) {
      const at = temporaryFolder({})
      cpSync(begin, at, { recursive: true })
      expect(killed(at, nth, args)).toMatchObject({ signal: 'SIGKILL' })
      const left = filesOf(at)
      for (const [path, text] of Object.entries(left)) {
        // A file is either old or new, never mixed. Others belong to the run that was interrupted.
        if (path in done || path in old) expect([old[path], done[path]], path).toContain(text)
      }
      killed(at, 0, args)
      expect(filesOf(at), `after change ${nth}`).toEqual(done)
    }
  },
  120_000,
)
