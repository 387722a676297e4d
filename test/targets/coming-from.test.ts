import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { mockDocuments } from '@rpcloom/mock'
import { listen } from '@rpcloom/rpc/node'
import type { JsonObject } from 'rpcloom/model'
import { transform } from 'esbuild'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { build } from '../model/documents.ts'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { consumerOptions, installed } from './emitted.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/coming-from.md'), 'utf8')
const document = parse(block('yaml file=pets.openrpc.yaml')) as JsonObject

function block(head: string): string {
  return page.split(`\`\`\`${head}\n`)[1]?.split('```')[0] ?? ''
}

const kinds = ['fetch', 'open-rpc', 'viem']

/** Returns the lines that the codemod changes: those after the setup of the client. */
function callsIn(code: string): string {
  return code.slice(code.indexOf('const pets'))
}

test('the codemod replaces the calls of the guide, and reports others', async () => {
  const others = [
    "rpc('get_pet', all)",
    "rpc('feed', [1])",
    'rpc(name, [1])',
    "x.request({ method: 'get_pet' })",
  ]
  const folder = temporaryFolder({
    'pets.openrpc.yaml': block('yaml file=pets.openrpc.yaml'),
    'others.ts': others.join('\n'),
    ...Object.fromEntries(kinds.map((kind) => [`${kind}.ts`, block(`ts before=${kind}`)])),
  })
  const names = await rpcloom(folder, 'names', '-i', 'pets.openrpc.yaml', '--scope', '@a', '--json')
  writeFileSync(join(folder, 'names.json'), names.stdout)
  const codemod = join(root, 'examples/coming-from/codemod.mjs')
  const files = ['others', ...kinds].map((name) => `${name}.ts`)
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [codemod, 'names.json', 'client', ...files],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(stdout).toBe('7 calls replaced.\n')
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/others\.ts:2: no document has the method feed$/),
    expect.stringMatching(/others\.ts:1: convert the params of get_pet by hand$/),
  ])
  const read = (name: string): string => readFileSync(join(folder, `${name}.ts`), 'utf8')
  expect(read('others').split('\n')).toEqual([...others.slice(0, 3), 'client.getPet()'])
  for (const kind of kinds) expect(callsIn(read(kind))).toBe(callsIn(block(`ts after=${kind}`)))
})

test('the programs before and after print the same', async () => {
  const { url, close } = await listen(mockDocuments([document]).server, { port: 0 })
  onTestFinished(() => close())
  const output = await installed(build(document).api, ['client'])
  const use = (head: string): string =>
    block(`ts ${head}`).replaceAll('http://127.0.0.1:3333', url).replaceAll('@acme/', '@test/')
  const [after = '', ...same] = kinds.map((kind) => use(`after=${kind}`))
  expect(new Set([after, ...same]).size).toBe(1)
  output.put('use/after.mts', after)
  const compilerOptions = { ...consumerOptions, skipLibCheck: true }
  output.put('use/tsconfig.json', JSON.stringify({ compilerOptions }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', join(output.folder, 'use')], { stdio: 'inherit' })
  for (const kind of ['fetch', 'viem']) {
    const { code } = await transform(use(`before=${kind}`), { loader: 'ts', format: 'esm' })
    output.put(`use/${kind}.mjs`, code)
  }
  for (const name of ['fetch', 'viem', 'after']) {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    await output.load(`use/${name}.mjs`)
    expect(log.mock.calls).toEqual([['Rex']])
    log.mockRestore()
  }
}, 60_000)
