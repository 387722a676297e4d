import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { parseLossless } from '@rpcloom/rpc/internal'
import { load } from 'rpcloom/load'
import { type Api, buildApi, type JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { docsFiles } from '../docs/site.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { emitted } from './emitted.ts'

const uint64 = 18446744073709551615n
const int64 = -9223372036854775808n
const uint256 = 115792089237316195423570985008687907853269984665640564039457584007913129639935n

/** Every keyword with a number, and every location of an example. */
const json = `{
  "openrpc": "1.3.2",
  "info": { "title": "Digits", "version": "1.0.0" },
  "methods": [
    { "name": "range",
      "paramStructure": "by-name",
      "params": [
        { "name": "v", "required": true, "schema": { "type": "integer", "minimum": ${int64}, "maximum": ${uint64}, "default": ${uint64} } },
        { "name": "w", "schema": { "type": "integer", "exclusiveMinimum": ${uint64}, "exclusiveMaximum": ${uint256} } },
        { "name": "text", "schema": { "type": ["string", "integer"], "format": "uint64", "maximum": ${uint64 - 1n} } },
        { "name": "step", "schema": { "type": "integer", "multipleOf": ${uint64} } }
      ],
      "result": { "name": "r", "schema": { "type": "integer", "minimum": ${int64}, "maximum": ${uint256} } },
      "examples": [{ "name": "e", "params": [{ "name": "v", "value": ${uint64} }], "result": { "name": "r", "value": ${uint256} } }] },
    { "name": "listed",
      "paramStructure": "by-name",
      "params": [{ "name": "v", "required": true, "schema": { "enum": [1, ${uint64}, "all"] } }],
      "result": { "name": "r", "schema": { "$ref": "#/components/schemas/Top" } },
      "examples": [{ "name": "e", "params": [{ "name": "v", "value": ${uint64} }], "result": { "name": "r", "value": { "top": ${int64}, "any": [${uint64}] } } }] }
  ],
  "components": { "schemas": {
    "Top": { "type": "object", "required": ["top"], "properties": {
      "top": { "const": ${int64} },
      "any": { "description": "Whatever.", "examples": [[${uint256}]] },
      "both": { "allOf": [{ "type": "integer", "maximum": ${uint64} }, { "minimum": 5 }] },
      "narrowed": { "allOf": [{ "$ref": "#/components/schemas/Uint64" }, { "minimum": 5 }] },
      "always": { "oneOf": [
        { "type": "object", "required": ["of"], "properties": { "of": { "type": "null" } } },
        { "type": "object", "required": ["of"], "properties": { "of": { "$ref": "#/components/schemas/Uint64" } } }] },
      "nothing": { "oneOf": [{ "type": "null" }, { "type": "integer", "maximum": ${uint64} }] } } },
    "Uint64": { "type": "integer", "format": "uint64" } } }
}`

const files = { 'digits.json': json, 'digits.yaml': `# The same.\n${json.replaceAll('\t', '  ')}` }

async function apiOf(file: string): Promise<Api> {
  const root = temporaryFolder(files)
  const { loaded, diagnostics } = await load({ root, inputs: [file] })
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([])
  if (loaded === undefined) throw new Error('nothing was loaded')
  return buildApi(loaded, { scope: '@test' }).api
}

const consumer = `
import { createClient, memory } from '@test/client'
import type { Top } from '@test/client/digits'
import { createServer, type Handlers } from '@test/server'
import { createMock } from '@test/mock'
import { stringify } from '@rpcloom/rpc'
import { document, text } from '@test/types/documents/digits'

const handlers: Handlers = {
  digits: {
    range: ({ v, w, text, step }) => v + (w ?? 0n) + (text ?? 0n) + (step ?? 0n),
    listed: ({ v }) => ({
      top: ${int64}n,
      any: v === 'all' ? [] : [v],
      both: ${uint64}n,
      narrowed: ${uint64}n,
      always: v === 1n ? { of: null } : { of: ${uint64}n },
      nothing: ${uint64}n,
    }),
  },
}

export async function run(ask: (text: string) => unknown) {
  const server = createServer(handlers, { log: () => undefined })
  const node = createClient({ transport: memory(server) })
  const sum: bigint = await node.digits.range({ v: ${uint64}n, w: ${uint64 + 1n}n, text: ${uint64 - 1n}n, step: ${uint64 * 2n}n })
  const listed: Top = await node.digits.listed({ v: ${uint64}n })
  const top: bigint = listed.top
  const narrowed: bigint | undefined = listed.narrowed
  const both: bigint | undefined = listed.both
  const { always: absent } = await node.digits.listed({ v: 1 })
  const mocked = createClient({ transport: createMock({ seed: 1 }).transport })
  const call = async (method: string, params: string) =>
    ask(String(await server.handle('{"jsonrpc":"2.0","id":1,"method":"' + method + '","params":' + params + '}')))
  return {
    sum,
    top,
    narrowed,
    both,
    always: listed.always,
    absent,
    nothing: listed.nothing,
    mocked: await mocked.digits.range({ v: ${uint64}n }),
    mockedList: await mocked.digits.listed({ v: ${uint64}n }),
    mockedOther: await mocked.digits.listed({ v: 1 }),
    document: document(),
    text,
    written: stringify(document()),
    indented: stringify(document(), undefined, 2),
    discovered: await call('rpc.discover', '[]'),
    small: await call('listed', '{"v":1}'),
    tooBig: await call('range', '{"v":${uint64 + 1n}}'),
    tooBigText: await call('range', '{"v":1,"text":"${uint64}"}'),
    unlisted: await call('listed', '{"v":${uint64 - 1n}}'),
    noMultiple: await call('range', '{"v":1,"step":${uint64 + 1n}}'),
  }
}
`

test('no digit is lost', { timeout: 240_000 }, async () => {
  const api = await apiOf('digits.json')
  const ofYaml = await apiOf('digits.yaml')
  expect(ofYaml.groups.map(({ bundle }) => bundle)).toEqual(api.groups.map(({ bundle }) => bundle))
  const output = await emitted(api, ['client', 'server', 'mock'])
  output.put('consumer/tsconfig.json', tsconfig)
  output.put('consumer/package.json', '{ "type": "module" }')
  output.put('consumer/src/consumer.ts', consumer)
  for (const name of ['client', 'server', 'mock']) {
    symlinkSync(join(output.folder, name), join(output.folder, 'node_modules/@test', name), 'dir')
    output.compile(name)
  }
  output.compile('consumer')
  const { run } = await output.load('consumer/dist/consumer.js')
  const ran = await (run as (ask: (text: string) => unknown) => Promise<Record<string, unknown>>)(
    (text) => parseLossless(text),
  )
  const document = parseLossless(json) as JsonObject
  expect(ran['document']).toEqual(document)
  expect(() => JSON.stringify(ran['document'])).toThrow(TypeError)
  for (const name of ['text', 'written', 'indented'])
    expect(parseLossless(String(ran[name])), name).toEqual(document)
  expect(ran['discovered']).toMatchObject({ result: document })
  expect(ran).toMatchObject({
    sum: uint64 * 5n,
    top: int64,
    narrowed: uint64,
    both: uint64,
    always: { of: uint64 },
    absent: { of: null },
    nothing: uint64,
    mocked: uint256,
    // `any` has no type, and digits without a codec remain strings.
    mockedList: { top: int64, any: [uint64] },
    mockedOther: { top: int64 },
    small: { result: { top: int64, any: [1] } },
    tooBig: refused('/v', `must be <= ${uint64}`),
    tooBigText: refused('/text', `must be <= ${uint64 - 1n}`),
    unlisted: refused('/v', `must be one of 1, ${uint64}, "all"`),
    noMultiple: refused('/step', `must be a multiple of ${uint64}`),
  })
  for (const [path, text] of output.sources) expect(rounded(text), path).toEqual([])
  for (const [path, text] of await docsFiles(api)) expect(rounded(text), path).toEqual([])
})

function refused(pointer: string, message: string): unknown {
  const issues = expect.arrayContaining([expect.objectContaining({ pointer, message })])
  return { error: { code: -32602, data: { issues } } }
}

/** Returns the rounded forms of the numbers that occur in the text. */
function rounded(text: string): readonly string[] {
  return text.match(/18446744073709552000|9223372036854776000|1\.157920892373162e\+?77/g) ?? []
}

const tsconfig = JSON.stringify({
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    outDir: 'dist',
    rootDir: 'src',
    skipLibCheck: false,
    types: ['node'],
    lib: ['es2023', 'dom'],
  },
  include: ['src'],
})
