import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { emitted } from '../targets/emitted.ts'

const bundlers = resolve(import.meta.dirname, '../bundlers')
const isInstalled = existsSync(join(bundlers, 'node_modules'))
const run = promisify(execFile)

const methods = Array.from({ length: 40 }, (_, index) =>
  answering(`shop.take${index}`, { type: 'string', format: 'uint64' }),
)

/** A client of one document, whose methods are members of the client itself. */
async function client(): Promise<string> {
  const { folder, compile, put } = await emitted(build(documentOf(methods)).api, ['client'])
  compile('types')
  compile('client')
  put(
    'program.mjs',
    [
      "import { http } from './client/dist/index.js'",
      "import { take7 } from './client/dist/test.js'",
      'globalThis.result = take7(http(location.href))',
    ].join('\n'),
  )
  put(
    'whole.mjs',
    [
      "import { createClient, http } from './client/dist/index.js'",
      'globalThis.result = createClient({ transport: http(location.href) })',
    ].join('\n'),
  )
  return folder
}

async function bundled(folder: string, bundler: string, entry: string): Promise<string> {
  const target = join(folder, bundler, entry, 'main.js')
  const script = join(bundlers, 'bundle.mjs')
  await run(process.execPath, [script, bundler, join(folder, entry), target])
  const all = readdirSync(join(folder, bundler, entry)).filter((name) => name.endsWith('.js'))
  return all.map((name) => readFileSync(join(folder, bundler, entry, name), 'utf8')).join('\n')
}

describe.skipIf(!isInstalled)('a function of a client of one document', () => {
  test('is bundled without the other methods', async () => {
    const folder = await client()
    for (const bundler of ['esbuild', 'rollup', 'webpack']) {
      const text = await bundled(folder, bundler, 'program.mjs')
      const names = new Set(text.match(/shop\.take\d+/g))
      expect([bundler, ...names]).toEqual([bundler, 'shop.take7'])
      // Control: the whole client has all of them.
      const whole = new Set((await bundled(folder, bundler, 'whole.mjs')).match(/shop\.take\d+/g))
      expect(whole.size).toBe(methods.length)
    }
  })
})
