import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { tarFiles } from './tar.ts'
import { tarballs } from './tarballs.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'rpcloom-node-version-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The exports of the node's module that tests call here. */
interface Versions {
  readonly versions: (registry: {
    readonly all: readonly never[]
  }) => Readonly<Record<string, unknown>>
}

test('an unpacked node names the commit that it was packed from, and its version', async () => {
  const files = tarFiles(
    gunzipSync(readFileSync(tarballs(['packages/node']).get('@native-node/node') ?? '')),
  )
  for (const [path, content] of files) {
    const target = join(folder, 'package', path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const module = pathToFileURL(join(folder, 'package/dist/api/info/versions.js')).href
  const { versions } = (await import(module)) as Versions
  const { version }: { readonly version?: unknown } = JSON.parse(
    readFileSync(join(root, 'packages/node/package.json'), 'utf8'),
  )
  expect(versions({ all: [] })).toMatchObject({
    version: `native-node/${String(version)}`,
    gitCommit: expect.stringMatching(/^[0-9a-f]{40}$/),
  })
})
