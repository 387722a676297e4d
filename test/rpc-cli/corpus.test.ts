import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Program } from '@rpcloom/cli'
import { readDocument } from '@rpcloom/rpc/internal'
import { stringify } from '@rpcloom/schema/json'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { root } from '../corpus/folder.ts'
import { vendors } from '../corpus/vendors/index.ts'
import { isInstalled } from '../peers/packages.ts'
import { rpcloom } from '../rpcloom.ts'
import { compileFolder } from '../targets/emitted.ts'
import { command, type Outcome } from './command.ts'

const documents = [
  'etherish.json',
  'params-of-all-kinds.json',
  'punctuation.json',
  'substratish.json',
  'trading.json',
] as const

let folder: string
let program: Program

/** Generates one command line of five documents, in a folder from which the workspace can be imported. */
beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache/cli-'))
  for (const name of documents) writeFileSync(join(folder, name), JSON.stringify(vendors[name]))
  const settings = ['--out', 'packages', '--scope', '@corpus', '--targets', 'cli,mcp']
  const { code, stderr } = await rpcloom(folder, 'generate', '--input', '*.json', ...settings)
  expect(code, stderr).toBe(0)
  mkdirSync(join(folder, 'node_modules/@corpus'), { recursive: true })
  symlinkSync(
    join(folder, 'packages/types'),
    join(folder, 'node_modules/@corpus/types'),
    'junction',
  )
  for (const name of ['types', 'cli', 'mcp']) compileFolder(join(folder, 'packages', name), '7.0')
  const module: unknown = await import(
    pathToFileURL(join(folder, 'packages/cli/dist/index.js')).href
  )
  program = (module as { readonly program: Program }).program
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(...args: readonly string[]): Promise<Outcome> {
  return command(args, { bin: join(folder, 'packages/cli/bin/cli.mjs') })
}

test('the commands of all documents differ, and the descriptors of their methods exist', async () => {
  expect(program.groups).toHaveLength(documents.length)
  for (const { commands, document, methods } of program.groups) {
    expect(
      commands.filter(({ summary, method }) => summary === '' && method.trim() !== ''),
    ).toEqual([])
    const words = commands.map((one) => one.words)
    expect(new Set(words).size).toBe(words.length)
    const { callable } = readDocument(await document())
    const names = commands.map(({ method }) => method)
    // A subscription ends with the connection of its command.
    const ends = new Set(callable.map(({ subscription }) => subscription?.unsubscribe))
    const called = callable.flatMap(({ name }) => (ends.has(name) ? [] : [name]))
    expect(names.toSorted()).toEqual(called.toSorted())
    const table = stringify(await methods())
    for (const name of names) expect(table).toContain(`"name":${JSON.stringify(name)}`)
  }
})

test('documents without servers have no address, and the sample of the readme works', async () => {
  expect(program.groups.flatMap(({ url }) => url ?? [])).toEqual([])
  const readme = readFileSync(join(folder, 'packages/cli/README.md'), 'utf8')
  const [, sample = ''] = /^\S+ (.*) --mock$/m.exec(readme) ?? []
  expect(await run(...sample.split(' '), '--mock')).toMatchObject({ code: 0, err: '' })
})

test('every document has help, and its first method without params has a result', async () => {
  const { out } = await run()
  for (const { command: group, title, commands, document } of program.groups) {
    expect(out).toMatch(new RegExp(`^  ${group} +${title}`, 'm'))
    const { methods } = readDocument(await document())
    const open = commands.find(({ method }) => {
      const { params = [], result, subscription } = methods.get(method) ?? {}
      return result && !subscription && params.every(({ required }) => !required)
    })
    const [first] = commands
    const help = await run(group, ...(first?.words ?? '').split(' '), '--help')
    expect(help).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Usage:') })
    if (open === undefined) continue
    const { code, out: result, err } = await run(group, ...open.words.split(' '), '--mock')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(result)).toBeDefined()
  }
})

test.runIf(isInstalled)(
  'a client of MCP finds the methods of all documents and calls one',
  async () => {
    const { mcpClient } = await import('../peers/mcp-client.mjs')
    const bin = join(folder, 'packages/mcp/bin/mcp.mjs')
    const searching = await mcpClient([bin, '--mock', '--allow-writes'])
    onTestFinished(() => searching.close())
    expect(await searching.names()).toEqual(['search_methods', 'call_method', 'read_result'])
    expect(await searching.resources()).toHaveLength(documents.length)
    for (const { commands, document } of program.groups) {
      const { methods } = readDocument(await document())
      const open = commands.find(({ method }) => {
        const { params = [], result, subscription } = methods.get(method) ?? {}
        return result && !subscription && params.every(({ required }) => !required)
      })
      if (!open) continue
      const { isError, structuredContent } = await searching.call('call_method', {
        method: open.method,
      })
      const isOffered = isError !== true
      expect({ method: open.method, isOffered, structuredContent }).toEqual({
        method: open.method,
        isOffered: true,
        structuredContent: expect.anything(),
      })
    }
    const listing = await mcpClient([bin, '--mock', '--expose', '*'])
    onTestFinished(() => listing.close())
    const names = await listing.names()
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[\w-]{1,64}$/.test(name))).toEqual([])
  },
)
