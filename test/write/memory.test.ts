// What runs of one process leave to each other changes how long they take, and nothing else.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { checkConfig } from '../../generator/src/config.ts'
import { filesBelow } from '../../generator/src/emit/hash.ts'
// Compiled, as targets use it: the memory of the sources would be another one, and remember nothing.
import { openMemory } from '../../generator/dist/emit/memory.js'
import { generate } from '../../generator/dist/run.js'
import type { Project } from '../../generator/src/run.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const bin = join(root, 'generator/bin/rpcloom.mjs')
const documents = ['info', 'health', 'keystore', 'x-chain-static']

interface Document {
  info: { title: string; description?: string }
  methods: Record<string, unknown>[]
  components: Record<string, Record<string, Record<string, unknown>>>
}

/** Each builds on those before it. */
const edits: readonly (readonly [string, (folder: string) => void])[] = [
  ['the description of a method', on('info', ({ methods }) => put(methods[1], 'description', 'x'))],
  [
    'a summary that other pages quote',
    on('keystore', ({ methods }) => put(methods[0], 'summary', 'New.')),
  ],
  [
    'another param',
    on('info', ({ methods }) =>
      put(methods[0], 'params', [{ name: 'added', schema: { type: 'boolean' } }]),
    ),
  ],
  [
    'a method between others',
    on('info', ({ methods }) =>
      methods.splice(1, 0, { name: 'info.added', params: [], result: { name: 'r', schema: true } }),
    ),
  ],
  ['the title of a group', on('health', ({ info }) => put(info, 'title', 'Wellbeing'))],
  ['a deprecation', on('info', ({ methods }) => put(methods[3], 'deprecated', true))],
  ['the name of a schema', renameSchema],
  ['a document less', (folder) => renameSync(path(folder, 'health'), join(folder, 'aside'))],
  ['a document more', (folder) => renameSync(join(folder, 'aside'), path(folder, 'health'))],
]

function path(folder: string, name: string): string {
  return join(folder, `openrpc/${name}.openrpc.json`)
}

function on(name: string, change: (document: Document) => unknown): (folder: string) => void {
  return (folder) => {
    const document: Document = JSON.parse(readFileSync(path(folder, name), 'utf8'))
    change(document)
    writeFileSync(path(folder, name), JSON.stringify(document))
  }
}

function put(object: object | undefined, name: string, value: unknown): void {
  if (object === undefined) throw new TypeError(`There is nothing to put ${name} into.`)
  Object.assign(object, { [name]: value })
}

/** In the document that defines it and wherever it is referred to. */
function renameSchema(folder: string): void {
  const [name] = Object.keys(
    JSON.parse(readFileSync(path(folder, 'x-chain-static'), 'utf8')).components.schemas,
  )
  if (name === undefined) throw new TypeError('The document has no schemas.')
  for (const document of documents) {
    const text = readFileSync(path(folder, document), 'utf8')
    writeFileSync(
      path(folder, document),
      text
        .replaceAll(`schemas/${name}"`, `schemas/${name}Renamed"`)
        .replaceAll(`"${name}":`, `"${name}Renamed":`),
    )
  }
}

const configuration = {
  inputs: ['openrpc/*.openrpc.json'],
  out: 'out',
  scope: '@memory',
  format: false,
  targets: { client: {}, server: {}, mock: {}, docs: {} },
}

function projectIn(folder: string): Project {
  const checked = checkConfig('rpcloom.config.json', configuration)
  if (checked.kind !== 'config') throw new TypeError('The configuration is faulty.')
  const entry = join(root, 'templates/dist/index.js')
  return {
    root: folder,
    config: checked.config,
    targets: async () => Promise.resolve(targets),
    targetsCode: { entry, folder: join(root, 'templates') },
  }
}

/** By path. What names the code of the generator may differ, and nothing else. */
function contentsBelow(folder: string): ReadonlyMap<string, string> {
  const out = join(folder, 'out')
  return new Map(
    filesBelow(out, /./).map((name) => {
      const text = readFileSync(join(out, name), 'utf8')
      return [name, text.replace(/^ {2}"generator": .*$|"code":"\w+"/m, '')] as const
    }),
  )
}

/** What another process makes of the same documents, where nothing was generated before. */
function generatedAfresh(from: string): ReadonlyMap<string, string> {
  const folder = temporaryFolder({ 'rpcloom.config.json': JSON.stringify(configuration) })
  cpSync(join(from, 'openrpc'), join(folder, 'openrpc'), { recursive: true })
  const { status, stderr } = spawnSync(process.execPath, [bin, 'generate'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toMatchObject({ status: 0 })
  return contentsBelow(folder)
}

describe('runs in one process', () => {
  test('write what a run of its own writes, after each of several edits', async () => {
    const folder = temporaryFolder({})
    for (const name of documents) cpSync(path(root, name), path(folder, name))
    cpSync(join(root, 'openrpc/shared'), join(folder, 'openrpc/shared'), { recursive: true })
    const memory = openMemory()
    const run = async (): Promise<string> =>
      (await generate(projectIn(folder), { mode: 'write', force: false, memory })).status
    expect(await run()).toBe('written')
    for (const [what, edit] of edits) {
      edit(folder)
      expect([what, await run()]).toEqual([what, 'written'])
      const [here, afresh] = [contentsBelow(folder), generatedAfresh(folder)]
      const paths = new Set([...here.keys(), ...afresh.keys()])
      const differing = [...paths].filter((name) => here.get(name) !== afresh.get(name))
      expect([what, differing]).toEqual([what, []])
    }
  }, 600_000)
})
