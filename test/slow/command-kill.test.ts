import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { expect, test } from 'vitest'
import { treeOf } from '../scaffold/workbench.ts'
import { rpcloom } from '../rpcloom.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'
import { isLong, killed, killPoints } from './killed.ts'

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

async function released(): Promise<string> {
  const folder = temporaryFolder({
    'pets.openrpc.json': document('get'),
    'rpcloom.config.json': JSON.stringify(config),
  })
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder })
  expect(await rpcloom(folder, 'generate')).toMatchObject({ code: 0 })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'one')
  git('tag', 'v1.0.0')
  putFiles(folder, { 'pets.openrpc.json': document('get', 'put') })
  expect(await rpcloom(folder, 'release')).toMatchObject({ code: 0 })
  return folder
}

/** Returns the files, without git's and the caches. */
function filesOf(folder: string): Readonly<Record<string, string>> {
  const files = Object.entries(treeOf(folder))
  return Object.fromEntries(files.filter(([path]) => !/^(\.git|node_modules|\.cache)\//.test(path)))
}

const commands = [
  { command: 'release', start: released, args: ['release', '--apply'] },
  {
    command: 'init',
    start: () => Promise.resolve(temporaryFolder({ 'pets.openrpc.json': document('get') })),
    args: ['init', '--name', 'k', '--scope', '@k', '--targets', 'client', '--no-install'],
  },
]

// Each killed command is a process of its own, so the quick form kills one of them, once.
test.each(isLong ? commands : commands.slice(0, 1))(
  '$command that is killed before any change leaves whole files, and the next run completes it',
  async ({ start, args }) => {
    const begin = await start()
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
      await rpcloom(at, ...args)
      expect(filesOf(at), `after change ${nth}`).toEqual(done)
    }
  },
  isLong ? 1_200_000 : 120_000,
)
