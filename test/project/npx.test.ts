import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

function listed(...patterns: readonly string[]): readonly string[] {
  const text = execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
  return text.split('\n').filter((path) => path !== '' && path !== 'CHANGELOG.md')
}

const ours = listed('generator/package.json', 'packages/*/package.json').map((path) => {
  const { name } = JSON.parse(readFileSync(join(root, path), 'utf8')) as { readonly name: string }
  return name
})

// `npx NAME` downloads the package NAME if it is not installed, even if another package has a command NAME.
test('npx is only documented with names of our packages', () => {
  const named = listed('*README.md', 'docs/*.md', '*/llms.txt').flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bnpx ([@\w][@\w/.-]*)/g)].map(
      ([, name = '']) => ({ path, name }),
    ),
  )
  expect(named.map(({ name }) => name)).toContain('@native-node/mock')
  expect(named.filter(({ name }) => !ours.includes(name))).toEqual([])
})
