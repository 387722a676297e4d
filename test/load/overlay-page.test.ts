import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const root = join(import.meta.dirname, '../..')

test('docs/overlays.md: its command changes its files as the page shows', () => {
  const page = readFileSync(join(root, 'docs/overlays.md'), 'utf8')
  const files = [...page.matchAll(/```yaml file=(\S+)\n([^]*?)```/g)].map(
    ([, name = '', text = '']) => [name, text] as const,
  )
  const [, command = ''] = /```sh\nnpx rpcloom ([^]*?)\n```/.exec(page) ?? []
  const cwd = temporaryFolder(Object.fromEntries(files))
  const run = (words: readonly string[]): string =>
    execFileSync(process.execPath, [join(root, 'generator/bin/rpcloom.mjs'), ...words], {
      cwd,
      encoding: 'utf8',
    })
  const names = run([...command.split(' '), '--json'])
  expect(names).toContain('`pets.get`')
  expect(names).toContain('`pets.count`')
  expect(names).not.toContain('pets.purge')
  expect(run(['names', '--input', 'pets.openrpc.yaml', '--json'])).toContain('`pets.purge`')
})
