import { readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load } from 'rpcloom/load'
import { buildApi } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { emitted } from './emitted.ts'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

test('client and server of the documents in openrpc compile and load', async () => {
  const inputs = readdirSync(resolve(root, 'openrpc')).filter((file) =>
    file.endsWith('.openrpc.json'),
  )
  const { loaded, diagnostics } = await load({
    root,
    inputs: inputs.map((file) => `openrpc/${file}`),
  })
  if (loaded === undefined) throw new Error(JSON.stringify(diagnostics.slice(0, 5)))
  const { api } = buildApi(loaded, { scope: '@test' })
  expect(api.groups).toHaveLength(inputs.length)
  const output = await emitted(api, ['client', 'server'])
  for (const name of ['client', 'server']) {
    output.compile(name)
    await output.load(`${name}/dist/index.js`)
  }
}, 120_000)
