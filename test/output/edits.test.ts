// After any edits in any order, runs of one process with an old lock file must produce the same
// output as a separate run.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { array, assert, asyncProperty, constantFrom, nat, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { checkConfig, generate, type GenerateResult, type Project } from 'rpcloom/run'
import { withImported } from '../../generator/src/engine/imported-targets.ts'
import { filesBelow, putFiles, temporaryFolder } from '../temporary-folder.ts'

const root = join(import.meta.dirname, '../..')

type Fields = Record<string, unknown>
interface Document extends Fields {
  info: Fields
  methods: Fields[]
  components: { schemas: Record<string, Fields> }
}

function method(name: string, schema: Fields): Fields {
  const params = [{ name: 'id', required: true, schema: { type: 'integer', format: 'uint64' } }]
  return { name, params, result: { name: 'result', schema } }
}

function document(title: string, methods: readonly Fields[]): Document {
  const Own = { type: 'object', properties: { next: { $ref: '#/components/schemas/Own' } } }
  const info = { title, version: '1.0.0' }
  return { openrpc: '1.3.2', info, methods: [...methods], components: { schemas: { Own } } }
}

const shared = { $ref: '../shared.json#/components/schemas/Shared' }
const own = { $ref: '#/components/schemas/Own' }
const documents: Readonly<Record<string, unknown>> = {
  'api/cats.json': document('Cats', [
    method('cats.get', shared),
    method('cats.list', { type: 'array', items: own }),
    method('cats.put', { type: 'object', title: 'Cat', properties: { name: { type: 'string' } } }),
  ]),
  'api/dogs.json': document('Dogs', [method('dogs.get', own), method('dogs.walk', shared)]),
  'shared.json': {
    components: { schemas: { Shared: { type: 'object', properties: { a: { type: 'string' } } } } },
  },
}

/** Changes a document at a location that the numbers determine. */
type Edit = (document: Document, at: number, what: number) => void

const schemas = [{ type: 'string' }, own, { ...own, description: 'Own.' }, { type: 'integer' }, {}]
const pick = <Item>(list: readonly Item[], at: number): Item | undefined => list[at % list.length]
const oneOf = ({ methods }: Document, at: number): Fields => pick(methods, at) ?? {}

const edits: Readonly<Record<string, Edit>> = {
  describe: (to, at, what) => (oneOf(to, at)['description'] = `About \`cats.get\`, ${what % 3}.`),
  summarise: (to, at, what) => (oneOf(to, at)['summary'] = `Does ${what % 3}.`),
  silence: (to, at) => delete oneOf(to, at)['summary'],
  deprecate: (to, at, what) => (oneOf(to, at)['deprecated'] = what % 2 === 0),
  'give a param': (to, at, what) =>
    (oneOf(to, at)['params'] = [{ name: `p${what % 2}`, schema: pick(schemas, what) }]),
  'give a param twice': (to, at) =>
    (oneOf(to, at)['params'] = [1, 2].map(() => ({ name: 'twice', schema: {} }))),
  answer: (to, at, what) => (oneOf(to, at)['result'] = { name: 'r', schema: pick(schemas, what) }),
  'give an example': (to, at, what) => (oneOf(to, at)['examples'] = exampleOf(what)),
  'list an error': (to, at, what) =>
    (oneOf(to, at)['errors'] = [{ code: what % 3, message: `Error ${what % 3}` }]),
  'misspell a member': (to, at) => (oneOf(to, at)['sumary'] = 'x'),
  // Equal schemas are one type wherever they are; the first location determines the name.
  'title a result': (to, at, what) =>
    (oneOf(to, at)['result'] = { name: 'r', schema: titled(what) }),
  'title a param': (to, at, what) =>
    (oneOf(to, at)['params'] = [{ name: 'p', schema: { type: 'array', items: titled(what) } }]),
  'refer to another method': (to, at, what) =>
    (oneOf(to, at)['result'] = {
      name: 'r',
      schema: { $ref: `#/methods/${what % to.methods.length}/result/schema` },
    }),
  'refer to another document': (to, at, what) =>
    (oneOf(to, at)['result'] = {
      name: 'r',
      schema: { $ref: `${what % 2 === 0 ? 'cats' : 'dogs'}.json#/components/schemas/Own` },
    }),
  rename: (to, at, what) => (oneOf(to, at)['name'] = `cats.named${what % 4}`),
  insert: ({ methods, info }, at, what) =>
    methods.splice(at % (methods.length + 1), 0, method(`${String(info['title'])}${what}`, own)),
  remove: ({ methods }, at) => methods.length > 1 && methods.splice(at % methods.length, 1),
  reverse: ({ methods }) => methods.reverse(),
  retitle: ({ info }, _, what) => (info['title'] = `Title ${what % 2}`),
  'add a schema': ({ components }, at, what) =>
    (components.schemas[`New${at % 2}`] = {
      type: 'object',
      properties: { more: pick(schemas, what) },
    }),
  'change a schema': ({ components }, at, what) => {
    const schema = pick(Object.values(components.schemas), at)
    Object.assign(schema ?? {}, { properties: { [`m${what % 2}`]: pick(schemas, what) } })
  },
  'lose a schema': ({ components }) => delete components.schemas['Own'],
}

function titled(what: number): Fields {
  const properties = { [`t${what % 2}`]: pick(schemas, what) }
  return { title: `Twin ${what % 3}`, type: 'object', properties, required: ['t0'] }
}

function exampleOf(what: number): readonly Fields[] {
  const result = { name: 'r', value: what % 2 === 0 ? { next: {} } : what }
  return [{ name: 'e', params: [{ name: 'id', value: what % 5 }], result }]
}

const configuration = {
  inputs: ['api/*.json'],
  out: 'out',
  scope: '@edits',
  format: false,
  targets: { client: {}, server: {}, mock: {}, docs: {} },
}

function runIn(root_: string): Promise<GenerateResult> {
  const checked = checkConfig('rpcloom.config.json', configuration)
  if (checked.kind !== 'config') throw new TypeError('The configuration is faulty.')
  const project: Project = {
    root: root_,
    config: withImported(checked.config, targets),
    targets,
    targetsCode: {
      entry: join(root, 'templates/dist/index.js'),
      folder: join(root, 'templates'),
    },
  }
  return generate(project, { mode: 'write', force: false })
}

/** Returns contents by path. Omits the hash of the generator from manifests. */
function contentsBelow(folder: string): ReadonlyMap<string, string> {
  const out = join(folder, 'out')
  const text = (path: string): string =>
    readFileSync(join(out, path), 'utf8').replace(/"code":"\w+"/, '')
  return new Map(filesBelow(out).map((path) => [path, text(path)]))
}

function differing(a: ReadonlyMap<string, string>, b: typeof a): readonly string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path))
}

/**
 * Returns the output of a separate process for the documents of a folder. Of the earlier output, it has only
 * the lock file, which records names.
 */
function afresh(from: string): ReadonlyMap<string, string> {
  const folder = temporaryFolder({ 'rpcloom.config.json': JSON.stringify(configuration) })
  for (const path of ['api', 'shared.json', 'out/rpcloom.lock.json']) {
    cpSync(join(from, path), join(folder, path), { recursive: true })
  }
  const bin = join(root, 'generator/bin/rpcloom.mjs')
  const run = spawnSync(process.execPath, [bin, 'generate'], { cwd: folder, encoding: 'utf8' })
  expect(run).toMatchObject({ status: 0 })
  return contentsBelow(folder)
}

const texts = Object.fromEntries(
  Object.entries(documents).map(([path, json]) => [path, JSON.stringify(json)]),
)
const paths = Object.keys(texts)
const step = tuple(constantFrom(...Object.keys(edits)), nat(3), nat(), nat())

test('incremental and full runs agree after any edits', async () => {
  let written = 0
  await assert(
    asyncProperty(array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      const folder = temporaryFolder(texts)
      await runIn(folder)
      let last: GenerateResult['status'] = 'written'
      for (const [kind, which, at, what] of steps) {
        // Each document is twice as likely as the shared file.
        const path = paths[which % paths.length] ?? ''
        const json: Document = JSON.parse(readFileSync(join(folder, path), 'utf8'))
        if (!('methods' in json) && !kind.endsWith('schema')) continue
        edits[kind]?.(json, at, what)
        putFiles(folder, { [path]: JSON.stringify(json) })
        last = (await runIn(folder)).status
        if (last === 'written') written++
      }
      // Nothing is generated from invalid documents. If a run finds everything generated, an
      // earlier run has generated it.
      if (last === 'failed') return
      expect(differing(contentsBelow(folder), afresh(folder))).toEqual([])
    }),
    { seed: Number(process.env['SEED'] ?? 7), numRuns: Number(process.env['RUNS'] ?? 4) },
  )
  // Control: enough edits changed the output.
  expect(written).toBeGreaterThan(8)
}, 600_000)
