import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defineTarget } from 'rpcloom/codegen'
import type { Json, JsonObject } from 'rpcloom/model'
import { checkConfig, generate, type GenerateResult } from 'rpcloom/run'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

const id = { name: 'id', required: true, schema: { type: 'string' } }
const limit = { name: 'limit', schema: { $ref: '#/components/schemas/Limit' } }
const answer = { name: 'answer', schema: { $ref: '#/components/schemas/Node' } }

type ApiChanges = GenerateResult['api']

interface Parts {
  readonly params?: readonly Json[]
  readonly method?: Readonly<Record<string, Json>>
  readonly limitType?: string
  readonly leafType?: string
}

/** Returns a document with one method. Its result is in a cycle of types that includes `Leaf`. */
function documentOf({ params = [id, limit], method, limitType, leafType }: Parts): JsonObject {
  return {
    openrpc: '1.3.2',
    info: { title: 'T', version: '1.0.0' },
    methods: [{ name: 'get', paramStructure: 'by-name', params, result: answer, ...method }],
    components: {
      schemas: {
        Limit: { type: limitType ?? 'integer' },
        Node: { type: 'object', properties: { twin: { $ref: '#/components/schemas/Twin' } } },
        Twin: {
          type: 'object',
          properties: {
            node: { $ref: '#/components/schemas/Node' },
            leaf: { $ref: '#/components/schemas/Leaf' },
          },
        },
        Leaf: { type: leafType ?? 'string' },
      },
    },
  }
}

const target = defineTarget({
  name: 'list',
  files: () => [{ kind: 'text', path: 'a.md', text: '' }],
})

/** Generates for two documents, one after the other, and returns the changes of the API. */
async function changesOf(before: Parts, after: Parts): Promise<ApiChanges> {
  const root = temporaryFolder({ 'code/index.js': '', 'test.json': '' })
  const checked = checkConfig('c', {
    inputs: ['test.json'],
    out: 'out',
    scope: '@t',
    targets: { list: {} },
  })
  if (checked.kind !== 'config') throw new TypeError('The configuration is faulty.')
  const project = {
    root,
    config: checked.config,
    targets: [target],
    targetsCode: { entry: join(root, 'code/index.js'), folder: join(root, 'code') },
  }
  const run = async (parts: Parts): Promise<GenerateResult> => {
    putFiles(root, { 'test.json': JSON.stringify(documentOf(parts)) })
    return generate(project, { mode: 'write', force: false })
  }
  await run(before)
  return (await run(after)).api
}

test.each<[string, Parts, readonly string[]]>([
  ['prose', { method: { summary: 'Other words.' } }, []],
  ['an optional param', { params: [id, limit, { name: 'new', schema: {} }] }, ['test get']],
  ['a param less', { params: [id] }, ['test get']],
  ['a param that must be there now', { params: [id, { ...limit, required: true }] }, ['test get']],
  ['a type behind a reference', { limitType: 'string' }, ['test get']],
  ['a type behind a circle', { leafType: 'boolean' }, ['test get']],
  ['an error', { method: { errors: [{ code: 7, message: 'No.' }] } }, ['test get']],
])('changes of the API: %s', async (_, parts, changed) => {
  expect(await changesOf({}, parts)).toEqual({ added: [], removed: [], changed })
})

test('an added or removed method is listed with its group and name', async () => {
  expect(await changesOf({}, { method: { name: 'put' } })).toEqual({
    added: ['test put'],
    removed: ['test get'],
    changed: [],
  })
})
