import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, request, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../model/documents.ts'
import { petstore } from '../targets/petstore.ts'
import { putFiles } from '../temporary-folder.ts'
import { type Served, serve } from './browser.ts'
import { docsFiles } from './site.ts'

let folder: string
let server: Served

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rpcloom-docs-'))
  putFiles(folder, Object.fromEntries(await docsFiles(build(petstore).api)))
  putFiles(folder, { 'secret.txt': 'secret', 'site/odd.bin': 'x' })
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'site/link.txt'))
  server = await serve(folder)
})

afterAll(() => {
  server.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Sends a request with a raw path, because fetch would normalize it. */
async function ask(
  path: string,
  { method = 'GET', host = '127.0.0.1', accept = '*/*' } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(server.url)
    const sent = request({ port, path, method, headers: { host, accept } }, (response) => {
      const parts: string[] = []
      response.setEncoding('utf8').on('data', (part: string) => parts.push(part))
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body: parts.join('') })
      })
    })
    sent.on('error', reject).end()
  })
}

test.each([
  ['/', 200, 'text/html; charset=utf-8'],
  ['/pets/', 200, 'text/html; charset=utf-8'],
  ['/pets/get-pet.md', 200, 'text/markdown; charset=utf-8'],
  ['/assets/style.css?v=1', 200, 'text/css; charset=utf-8'],
  ['/openrpc/pets.json', 200, 'application/json; charset=utf-8'],
  ['/pets', 404, 'text/plain; charset=utf-8'],
  ['/nothing.html', 404, 'text/plain; charset=utf-8'],
  ['/../secret.txt', 404, 'text/plain; charset=utf-8'],
  ['/..%2fsecret.txt', 404, 'text/plain; charset=utf-8'],
  ['/%2e%2e/secret.txt', 404, 'text/plain; charset=utf-8'],
  ['/assets/../../secret.txt', 404, 'text/plain; charset=utf-8'],
  ['/..%5csecret.txt', 404, 'text/plain; charset=utf-8'],
  ['/link.txt', 404, 'text/plain; charset=utf-8'],
  ['/odd.bin', 404, 'text/plain; charset=utf-8'],
  ['/%00', 404, 'text/plain; charset=utf-8'],
  ['/%', 404, 'text/plain; charset=utf-8'],
])('GET %s responds with %i', async (path, status, type) => {
  const answer = await ask(path)
  expect([answer.status, answer.headers['content-type']]).toEqual([status, type])
  expect(answer.body).not.toContain('secret')
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/)
  expect(answer.headers['content-security-policy']).not.toContain('unsafe')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test.each([
  ['another method', { method: 'POST' }, 405],
  ['a name of elsewhere', { host: 'evil.example' }, 421],
  ['a name that begins like ours', { host: 'localhost.evil.example' }, 421],
  ['a head', { method: 'HEAD' }, 200],
])('%s', async (_, options, status) => {
  expect((await ask('/', options)).status).toBe(status)
})

test.each([
  ['/nothing.html', 'assets/style.css'],
  ['/pets/no/such.html', '../../assets/style.css'],
])('the page for a search for %s has links that resolve', async (path, style) => {
  const { status, headers, body } = await ask(path, { accept: 'text/html,*/*' })
  expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(body).toContain(`<link rel="stylesheet" href="${style}">`)
  expect(body).toContain('href="#content"')
})

test('links also resolve if the site has a configured address', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rpcloom-docs-'))
  const site = await docsFiles(build(petstore).api, { baseUrl: 'https://docs.example/api/' })
  expect(site.get('site/404.html')).toContain('href="/api/assets/style.css"')
  putFiles(home, Object.fromEntries(site))
  const placed = await serve(home)
  const answer = await fetch(`${placed.url}no/such.html`, { headers: { accept: 'text/html' } })
  expect(await answer.text()).toContain('href="../assets/style.css"')
  placed.stop()
  rmSync(home, { recursive: true, force: true })
})

test.each(['/docs/', '/a b/', '/ü/', '/a%20b/'])('the site is served below %s', async (base) => {
  const { siteListener } = (await import(pathToFileURL(join(folder, 'index.js')).href)) as {
    siteListener: (base: string) => RequestListener
  }
  const below = createServer(siteListener(base)).listen(0, '127.0.0.1')
  await once(below, 'listening')
  const origin = `http://127.0.0.1:${(below.address() as AddressInfo).port}`
  const statuses = [base, `${base}pets/get-pet.html`, base.slice(0, -1), '/elsewhere/'].map(
    async (path) => (await fetch(origin + path)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404])
  below.close()
})

test.each(['', '1.0.0/'])(
  'with servesApi, the form of pages in the folder "%s" selects the host first',
  async (version) => {
    const { siteListener } = (await import(pathToFileURL(join(folder, 'index.js')).href)) as {
      siteListener: (base: string, options: object) => RequestListener
    }
    const listener = siteListener('/docs/', { servesApi: true })
    const below = createServer(listener).listen(0, '127.0.0.1')
    await once(below, 'listening')
    const origin = `http://127.0.0.1:${(below.address() as AddressInfo).port}`
    const answer = await fetch(`${origin}/docs/${version}assets/try-it-host.js`)
    expect(await answer.text()).toBe('window.docsTryItServesApi = true\n')
    below.close()
  },
)
