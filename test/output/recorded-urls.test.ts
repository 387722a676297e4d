import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { shownFile } from 'rpcloom/codegen'
import { expect, onTestFinished, test } from 'vitest'
import { type Outcome, rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'

function documentOf(title: string, summary = title): string {
  const schema = { type: 'object', properties: { kind: { enum: ['a', 'b'] } } }
  const params = [{ name: 'p', schema: { $ref: '#/x-schemas/inner' } }]
  return JSON.stringify({
    openrpc: '1.3.2',
    info: { title, version: '1.0.0' },
    methods: [{ name: `${title}_get`, summary, params, result: { name: 'r', schema } }],
    'x-schemas': { inner: schema },
  })
}

/** Serves documents by path and query, also as results of `rpc.discover`. */
async function serve(texts: Record<string, string>): Promise<string> {
  const server = createServer((request, response) => {
    const text = texts[request.url ?? '']
    if (text === undefined) response.statusCode = 404
    const isCall = request.method === 'POST' && text !== undefined
    response.end(
      isCall ? JSON.stringify({ jsonrpc: '2.0', id: 1, result: JSON.parse(text) }) : text,
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns the exit code of a run. Errors are no expected outcome. */
function codeOf({ code, stderr }: Outcome): number {
  if (code === 2) throw new Error(stderr)
  return code
}

/** Returns the texts below a folder, by path. */
function textsIn(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')])
}

test('the output has no credentials of the URLs of documents, and notices their changes', async () => {
  const pinned = documentOf('pinned')
  const texts = {
    '/pets.json?key=hunter2': documentOf('pets'),
    '/pets.json?key=hunter3': documentOf('dogs'),
    '/v2/hunter4': documentOf('cats'),
    '/pets.json?token=hunter5': pinned,
  }
  const host = await serve(texts)
  const digest = createHash('sha256').update(pinned).digest('hex')
  const inputs = [
    `http://${host}/pets.json?token=hunter5#sha256=${digest}`,
    `http://${host}/pets.json?key=hunter2`,
    `http://${host}/pets.json?key=hunter3`,
    `discover:http://${host}/v2/hunter4`,
  ]
  const config = {
    inputs,
    out: 'out',
    scope: '@t',
    targets: { client: {}, docs: {} },
    allowRemote: true,
  }
  const root = temporaryFolder({ 'rpcloom.config.json': JSON.stringify(config) })
  const run = async (...args: readonly string[]): Promise<number> =>
    codeOf(await rpcloom(root, 'generate', ...args))
  expect(await run()).toBe(0)
  const files = textsIn(join(root, 'out'))
  expect(files.filter(([path, text]) => /hunter/i.test(path + text)).map(([path]) => path)).toEqual(
    [],
  )
  expect(files.map(([path]) => path)).toContain('rpcloom.lock.json')
  expect(await run('--check')).toBe(0)

  // Only a summary changes, of the document whose URL differs from another one in its credentials alone.
  texts['/pets.json?key=hunter3'] = documentOf('dogs', 'Something else')
  expect(await run('--check')).toBe(1)
  expect(await run()).toBe(0)
  expect(textsIn(join(root, 'out')).some(([, text]) => text.includes('Something else'))).toBe(true)
  expect(await run('--check')).toBe(0)
})

test.each([
  ['specs/pets.json', 'specs/pets.json'],
  ['https://h.example/pets.json?key=1#x', 'https://h.example/pets.json'],
  ['https://h.example/v2/key', 'https://h.example'],
  ['discover:https://ann:pw@h.example/v2/key', 'https://h.example'],
])('%s is shown as %s', (file, shown) => {
  expect(shownFile(file)).toBe(shown)
})
