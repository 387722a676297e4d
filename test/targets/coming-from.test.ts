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
  const replaced: readonly (readonly [before: string, after: string])[] = [
    ["x.request({ method: 'get_pet' })", 'client.getPet()'],
    ["rpc('get_pet', { id: `1` })", 'client.getPet(`1`)'],
    ["rpc('find_pets', { max, name: 'Rex' })", "client.findPets('Rex', undefined, max)"],
    ["rpc('add_pet', ['Rex', 3])", "client.addPet({ name: 'Rex', age: 3 })"],
    ["rpc('add_pet', { name: 'Rex' })", "client.addPet({ name: 'Rex' })"],
    ['rpc(`get_pet`, [id])', 'client.getPet(id)'],
  ]
  const printed: readonly (readonly [code: string, message: RegExp])[] = [
    ["rpc('get_pet', all)", /convert the params of get_pet by hand/],
    ["rpc('feed', [1])", /no document has the method feed/],
    ['rpc(name, [1])', /the call of name by hand/],
    ['rpc(`get_${kind}`, [1])', /the call of `get_\$\{kind\}` by hand/],
    ['x.request({ method, params: [1] })', /the call of method by hand/],
    ["rpc('get_pet', [1], { timeout: 5 })", /get_pet by hand: it also has \{ timeout: 5 \}/],
    ["x.request({ method: 'get_pet', params: [1], id: next() })", /it also has id: next\(\)/],
    ["x.request({ method: 'get_pet', params: [1] }, options)", /it also has options/],
    ["rpc('get_pet', [1, 2])", /convert the params of get_pet/],
    ["rpc('get_pet', [...all])", /convert the params of get_pet/],
    ["rpc('get_pet', { id, other: 1 })", /convert the params of get_pet/],
    ["rpc('get_pet', { ...all })", /convert the params of get_pet/],
    ['client.get_pet(1, 2)', /convert the params of get_pet/],
  ]
  const unrelated = ['f.call(this, 1)', "send({ method: 'get_pet' })"]
  const lines = [
    ...replaced.map(([before]) => before),
    ...printed.map(([code]) => code),
    ...unrelated,
  ]
  const text = { schema: { type: 'string' } }
  const more = {
    find_pets: { params: ['name', 'kind', 'max'].map((name) => ({ name, ...text })) },
    add_pet: {
      paramStructure: 'by-name',
      params: ['name', 'age'].map((name) => ({ name, ...text })),
    },
  }
  const { methods } = document as { readonly methods: readonly JsonObject[] }
  const added = Object.entries(more).map(([name, rest]) => ({ name, ...rest }))
  const folder = temporaryFolder({
    'pets.openrpc.json': JSON.stringify({ ...document, methods: [...methods, ...added] }),
    'others.ts': lines.join('\n'),
    ...Object.fromEntries(kinds.map((kind) => [`${kind}.ts`, block(`ts before=${kind}`)])),
  })
  const names = await rpcloom(folder, 'names', '-i', 'pets.openrpc.json', '--json')
  writeFileSync(join(folder, 'names.json'), names.stdout)
  const codemod = join(root, 'examples/coming-from/codemod.mjs')
  const files = ['others', ...kinds].map((name) => `${name}.ts`)
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [codemod, 'names.json', 'client', ...files],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(stderr).not.toContain('Error')
  expect(stdout).toBe(`${replaced.length + 6} calls replaced.\n`)
  const messages = stderr.trim().split('\n')
  for (const [index, [, message]] of printed.entries())
    expect(
      messages.find((one) => one.includes(`others.ts:${replaced.length + index + 1}:`)),
    ).toMatch(message)
  expect(messages).toHaveLength(printed.length)
  const read = (name: string): string => readFileSync(join(folder, `${name}.ts`), 'utf8')
  expect(read('others').split('\n')).toEqual([
    ...replaced.map(([, after]) => after),
    ...lines.slice(replaced.length),
  ])
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
