import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsPage, configurationPage } from '../../scripts/reference-pages.mjs'

const read = (page: string): string =>
  readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8')

test('the pages of commands and of the configuration are up to date', async () => {
  const hint = 'run `npm run diagnostics`'
  expect(read('commands.md'), hint).toBe(await commandsPage())
  expect(read('configuration.md'), hint).toBe(configurationPage())
})

test('the pages have each command and each option', async () => {
  const commands = await commandsPage()
  for (const text of ['## generate\n', '--deny-warnings', '## completion\n'])
    expect(commands).toContain(text)
  const configuration = configurationPage()
  for (const text of ['## `hexQuantities`', '### `targets.docs.install`', '`targets.NAME.package`'])
    expect(configuration).toContain(text)
})

test('the index of the guides lists each of them', () => {
  const folder = join(import.meta.dirname, '../../docs')
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(projects\/)?[\w-]+\.md$/.test(path.replaceAll('\\', '/')),
  )
  const links = [...read('README.md').matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => path)
  expect(pages.length).toBeGreaterThan(25)
  expect(pages.filter((path) => path !== 'README.md' && !links.includes(path))).toEqual([])
})
