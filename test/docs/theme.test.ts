import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answering, documentOf } from '../model/documents.ts'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const document = documentOf([answering('a.look', { type: 'string' })])

/** Generates the docs with a theme. Returns the code, the messages and a function that reads a file of the site. */
async function themed(theme: object): Promise<{
  readonly code: number
  readonly stderr: string
  readonly read: (path: string) => string
}> {
  const folder = temporaryFolder({
    'test.openrpc.json': JSON.stringify(document),
    'own/assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    'rpcloom.config.json': JSON.stringify({
      inputs: ['test.openrpc.json'],
      out: 'out',
      scope: '@acme',
      targets: { docs: { templates: 'own', theme } },
    }),
  })
  const { code, stderr } = await rpcloom(folder, 'generate')
  return { code, stderr, read: (path) => readFileSync(join(folder, 'out/docs/site', path), 'utf8') }
}

test('a theme has a logo, colors, links and an image for previews', async () => {
  const links = [{ text: '<b>Code</b>', href: 'https://acme.example/?a="b"&c' }]
  const image = 'https://acme.example/card.png'
  const { code, read } = await themed({ accent: '#123456', image, links })
  expect(code).toBe(0)
  const page = read('test/look.html')
  expect(page).toContain('<img class="mark" src="../assets/logo.svg" alt="">')
  expect(read('assets/logo.svg')).toContain('<svg')
  expect(page).toContain(`<meta property="og:image" content="${image}">`)
  // In the bar and in the menu, which replaces it on a phone.
  expect(page.match(/>&lt;b&gt;Code&lt;\/b&gt;<\/a>/g)).toHaveLength(2)
  expect(page).toContain('href="https://acme.example/?a&#x3D;&quot;b&quot;&amp;c"')
  expect(read('assets/style.css')).toMatch(
    /:root\{--accent:light-dark\(#123456,color-mix\([^{}]*\)\);[^{}]*\}\n$/,
  )
})

test.each([
  [{ accent: 'red}body{display:none' }, 'targets.docs.theme.accent'],
  [{ links: [{ text: 'x', href: 'javascript:alert(1)' }] }, 'targets.docs.theme.links.0.href'],
  [{ image: 'card.png' }, 'targets.docs.theme.image'],
  [{ colour: '#000000' }, 'Unknown option `colour`'],
])('%j is rejected', async (theme, message) => {
  const { code, stderr } = await themed(theme)
  expect([code, stderr.includes('RL002')]).toEqual([2, true])
  expect(stderr).toContain(message)
})
