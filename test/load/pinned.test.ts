import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkConfig } from 'rpcloom/run'
import { load, type LoadResult } from 'rpcloom/load'
import type { Json } from 'rpcloom/model'
import { temporaryFolder } from '../temporary-folder.ts'

const schemas = (word: string): Json => ({ Word: { type: 'string', title: word } })
const method = (name: string, summary: string): Json => ({
  name,
  summary,
  params: [],
  result: { name: 'r', schema: { $ref: '#/components/schemas/Word' } },
})
const upstream = JSON.stringify({
  openrpc: '1.3.2',
  info: { title: 'Upstream', version: '7.0.0' },
  methods: [method('get', 'upstream'), method('list', 'upstream')],
  components: { schemas: schemas('upstream') },
})
const own = JSON.stringify({
  openrpc: '1.3.2',
  info: { title: 'Own', version: '1.0.0' },
  methods: [method('get', 'own')],
  components: { schemas: schemas('own') },
})

/** Serves a document and counts the requests. */
async function serve(
  text: string,
): Promise<{ readonly url: string; readonly count: () => number }> {
  let count = 0
  const server = createServer((_request, response) => {
    count += 1
    response.end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/api.json`, count: () => count }
}

const digest = createHash('sha256').update(upstream).digest('hex')

function loadFrom(root: string, inputs: Json): Promise<LoadResult> {
  const checked = checkConfig('c.json', { inputs, out: 'o', scope: '@t', targets: { client: {} } })
  if (checked.kind !== 'config') throw new Error(JSON.stringify(checked.findings))
  return load({ ...checked.config, root })
}

function codesOf({ diagnostics }: LoadResult): readonly string[] {
  return diagnostics.map(({ code }) => code)
}

test('a pinned address is read once, without allowRemote', async () => {
  const { url, count } = await serve(upstream)
  const root = temporaryFolder({})
  for (let run = 0; run < 2; run++) {
    const { loaded, diagnostics } = await loadFrom(root, [`${url}#sha256=${digest.toUpperCase()}`])
    expect(diagnostics).toEqual([])
    expect(loaded?.documents.map(({ file }) => file)).toEqual([url])
  }
  expect(count()).toBe(1)
  // A damaged cache is read again.
  writeFileSync(join(root, 'node_modules/.cache/rpcloom', digest), 'damaged')
  expect(codesOf(await loadFrom(root, [`${url}#sha256=${digest}`]))).toEqual([])
  expect(count()).toBe(2)
})

test('other content is an error that names its digest', async () => {
  const { url } = await serve(upstream)
  const result = await loadFrom(temporaryFolder({}), [`${url}#sha256=`])
  expect(codesOf(result)).toEqual(['RL126'])
  expect(result.diagnostics[0]?.message).toContain(digest)
})

test('an address that cannot be reached is an error, unless it is cached', async () => {
  const { url } = await serve(upstream)
  const root = temporaryFolder({})
  const input = `${url}#sha256=${digest}`
  expect(codesOf(await loadFrom(root, [input]))).toEqual([])
  // No server listens on port 1.
  const offline = `http://127.0.0.1:1/api.json#sha256=${digest}`
  expect(codesOf(await loadFrom(root, [offline]))).toEqual([])
  rmSync(join(root, 'node_modules'), { recursive: true })
  expect(codesOf(await loadFrom(root, [offline]))).toEqual(['RL114'])
})

test('own files take precedence over a pinned document that completes them', async () => {
  const { url } = await serve(upstream)
  const root = temporaryFolder({ 'openrpc.json': own })
  const tree = { root: 'openrpc.json', methods: [`${url}#sha256=${digest}`] }
  const { loaded, diagnostics } = await loadFrom(root, [tree])
  expect(diagnostics).toEqual([])
  expect(loaded?.documents[0]?.json).toMatchObject({
    info: { title: 'Own' },
    methods: [method('get', 'own'), method('list', 'upstream')],
    components: { schemas: schemas('own') },
  })
  // Without a digest, an address needs allowRemote.
  expect(codesOf(await loadFrom(root, [{ ...tree, methods: [url] }]))).toContain('RL005')
})
