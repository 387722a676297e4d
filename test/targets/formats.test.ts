import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fetchSend, runContract } from '@rpcloom/conform'
import { transformSync } from 'esbuild'
import { load } from 'rpcloom/load'
import { type Api, buildApi } from 'rpcloom/model'
import { describe, expect, test } from 'vitest'
import { isLong } from '../corpus/folder.ts'
import { docsFiles } from '../docs/site.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { emitted } from './emitted.ts'

/** Two invented formats: one of plain strings, and one whose values are decoded to a record. */
const formatsText = `
import { defineFormats } from '@rpcloom/rpc/formats'

/** A weight in grams. */
export interface Weight {
  readonly grams: number
}

export const formats = defineFormats({
  'parcel-id': {
    type: '\`P-\${string}\`',
    validate: (text) => /^P-\\d{6}$/.test(text) && Number(text.slice(2)) % 7 === 0,
    sample: (random) => \`P-\${String(random.integer(0, 142_857) * 7).padStart(6, '0')}\`,
  },
  weight: {
    type: '#Weight',
    validate: (text) => /^\\d{1,9} g$/.test(text),
    codec: {
      decode: (text: string): Weight => ({ grams: Number.parseInt(text, 10) }),
      encode: ({ grams }: Weight) => \`\${grams} g\`,
    },
    sample: (random) => \`\${random.integer(1, 5000)} g\`,
  },
})
`

const withoutImport = formatsText.replace(/^import .*$/m, '').replace('defineFormats(', '(')
const declarations = `
import type { Format, FormatCodec } from '@rpcloom/rpc/formats'
export interface Weight { readonly grams: number }
export declare const formats: {
  readonly 'parcel-id': Format<string>
  readonly weight: Format<Weight> & { readonly codec: FormatCodec<Weight> }
}
`

/** The same formats as a published package. */
const publishedFormats = {
  'node_modules/parcel-formats/package.json': JSON.stringify({
    name: 'parcel-formats',
    version: '2.3.4',
    type: 'module',
    exports: { './strings': { types: './strings.d.ts', default: './strings.js' } },
  }),
  'node_modules/parcel-formats/strings.js': transformSync(withoutImport, { loader: 'ts' }).code,
  'node_modules/parcel-formats/strings.d.ts': declarations,
}

const modules = [
  ['a file', { 'formats.ts': formatsText }, './formats.ts'],
  ['a package', publishedFormats, 'parcel-formats/strings'],
] as const

const id = { $ref: '#/components/schemas/ParcelId' }
const uint256 = { type: ['integer', 'string'], format: 'uint256' }
const weight = { $ref: '#/components/schemas/Weight' }
const method = (name: string, params: readonly object[], result: object): object => ({
  name,
  paramStructure: 'by-name',
  'x-effect': 'read',
  params,
  result: { name: 'result', schema: result },
})

const document = {
  openrpc: '1.3.2',
  info: { title: 'Parcels', version: '1.0.0' },
  'x-group': { key: 'parcels' },
  methods: [
    {
      ...method('find', [{ name: 'id', required: true, schema: id }], {
        $ref: '#/components/schemas/Parcel',
      }),
      errors: [
        { code: -32001, message: 'too heavy', data: weight },
        {
          code: -32002,
          message: 'too many',
          data: { type: 'object', required: ['ids'], properties: { ids: uint256 } },
        },
      ],
    },
    method('heavier', [{ name: 'than', required: true, schema: weight }], {
      type: 'array',
      items: id,
    }),
    method('heaviest', [], { anyOf: [{ type: 'string', format: 'weight' }, { type: 'boolean' }] }),
    // A document cannot refer to inherited members of objects, nor inject code.
    method('odd', [{ name: 'a', schema: { type: 'string', format: 'constructor' } }], {
      type: 'string',
      format: "weight'); throw new Error('written by a document",
    }),
  ],
  components: {
    schemas: {
      ParcelId: { type: 'string', format: 'parcel-id' },
      // The name of the type that the module exports is reserved.
      Weight: { type: 'string', format: 'weight' },
      Parcel: {
        type: 'object',
        required: ['id', 'weight', 'parts'],
        additionalProperties: false,
        properties: { id, weight, parts: { type: 'array', items: weight } },
      },
    },
  },
}

async function parcels(files: Readonly<Record<string, string>>, formats: string): Promise<Api> {
  const root = temporaryFolder({ 'parcels.json': JSON.stringify(document), ...files })
  const { loaded, diagnostics } = await load({ root, inputs: ['parcels.json'], formats })
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([])
  if (loaded === undefined) throw new Error('nothing was loaded')
  return buildApi(loaded, { scope: '@test' }).api
}

const consumer = `
import { createClient, isRpcError, memory } from '@test/client'
import { validate } from '@test/client/validate'
import type { ParcelId, Weight } from '@test/client/parcels'
import { contractsOf } from '@rpcloom/conform'
import { createServer, fetchHandler, groups, type Handlers, rpcErrors } from '@test/server'
import { createMock } from '@test/mock'

const handlers: Handlers = {
  parcels: {
    find: ({ id }) => {
      if (id === 'P-000021') throw rpcErrors.parcels.tooHeavy({ grams: 5 })
      if (id === 'P-000028') throw rpcErrors.parcels.tooMany({ ids: 2n ** 64n })
      return { id, weight: { grams: 20 }, parts: ['12 g', { grams: 8 }] }
    },
    heavier: ({ than }) => (than.grams === 200 ? ['P-000007'] : ['P-000008']),
    heaviest: () => ({ grams: 900 }),
  },
}
const server = createServer(handlers)
export const client = createClient({ transport: memory(server) })
export const checked = createClient({ transport: validate(memory(server)) })
export const send = async (text: string): Promise<string | undefined> => server.handle(text)
export const served = fetchHandler(server)
export const mock = createMock({ seed: 3 })
export const mocked = createClient({ transport: mock.transport })
export const contracts = () => contractsOf(groups)

export async function typed(): Promise<void> {
  const { id, weight, parts } = await client.parcels.find({ id: 'P-000014' })
  const prefixed: \`P-\${string}\` = id
  const named: ParcelId = prefixed
  const grams: number = weight.grams + (parts[0]?.grams ?? 0)
  const same: Weight = { grams }
  await client.parcels.heavier({ than: same })
  await client.parcels.heavier({ than: '5 g' })
  const failure: unknown = await client.parcels.find({ id }).catch((error: unknown) => error)
  if (isRpcError(failure, 'find') && failure.data && 'grams' in failure.data) {
    const limit: Weight = failure.data
    void limit
  }
  // @ts-expect-error A number is neither a weight nor its string.
  await client.parcels.heavier({ than: 5 })
  // @ts-expect-error Not every string begins like an ID.
  const other: ParcelId = String(named)
  void other
}
`

interface Client {
  readonly parcels: {
    readonly find: (params: object) => Promise<unknown>
    readonly heavier: (params: object) => Promise<unknown>
    readonly heaviest: () => Promise<unknown>
  }
}

type Find = Consumer['mock']['parcels']['find']

type Fetch = (request: Request) => Promise<Response>

interface Consumer {
  readonly client: Client
  readonly checked: Client
  readonly mocked: Client
  readonly send: (text: string) => Promise<string | undefined>
  readonly mock: {
    readonly fetch: Fetch
    readonly parcels: { readonly find: { failsOnce(reason: string, data: unknown): Find } }
  }
  readonly served: Fetch
  readonly contracts: () => Promise<readonly Parameters<typeof runContract>[0][]>
}

/**
 * Generates, compiles and imports the packages of an API with custom formats, and a program that
 * uses them.
 */
async function program(api: Api, files: Readonly<Record<string, string>>): Promise<Consumer> {
  const packages = await emitted(api, ['client', 'server', 'mock'])
  const { folder, compile, put } = packages
  mkdirSync(join(folder, 'app/src'), { recursive: true })
  for (const [path, text] of Object.entries(files)) put(path, text)
  for (const name of ['client', 'server']) {
    compile(name)
    symlinkSync(join(folder, name), join(folder, 'node_modules/@test', name), 'junction')
  }
  compile('mock')
  symlinkSync(join(folder, 'mock'), join(folder, 'node_modules/@test/mock'), 'junction')
  put('app/package.json', JSON.stringify({ name: '@test/app', type: 'module' }))
  put(
    'app/tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        target: 'es2023',
        module: 'nodenext',
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        types: ['node'],
        rootDir: 'src',
        outDir: 'dist',
      },
      include: ['src'],
    }),
  )
  put('app/src/index.ts', consumer)
  compile('app')
  return (await import(pathToFileURL(join(folder, 'app/dist/index.js')).href)) as Consumer
}

const isParcelId = (value: unknown): boolean =>
  typeof value === 'string' && /^P-\d{6}$/.test(value) && Number(value.slice(2)) % 7 === 0

describe('custom formats of a document', () => {
  test.each(isLong ? modules : modules.slice(0, 1))(
    'apply to types, validators, codecs, samples and contracts of all packages, from %s',
    { timeout: 120_000 },
    async (_, files, module) => {
      const api = await parcels(files, module)
      const { client, checked, mocked, send, mock, served, contracts } = await program(api, files)

      // The codec, in both directions and within a union.
      expect(await client.parcels.find({ id: 'P-000014' })).toEqual({
        id: 'P-000014',
        weight: { grams: 20 },
        parts: [{ grams: 12 }, { grams: 8 }],
      })
      expect(await client.parcels.heavier({ than: { grams: 200 } })).toEqual(['P-000007'])
      expect(await client.parcels.heavier({ than: '200 g' })).toEqual(['P-000007'])
      expect(await client.parcels.heaviest()).toEqual({ grams: 900 })

      // Data of errors, in the server and in the mock.
      mock.parcels.find.failsOnce('tooHeavy', { grams: 5 }).failsOnce('tooMany', { ids: 2n ** 64n })
      for (const node of [client, mocked]) {
        await expect(node.parcels.find({ id: 'P-000021' })).rejects.toMatchObject({
          code: -32001,
          data: { grams: 5 },
        })
        await expect(node.parcels.find({ id: 'P-000028' })).rejects.toMatchObject({
          code: -32002,
          data: { ids: 2n ** 64n },
        })
      }
      const heavy = await send(
        '{"jsonrpc":"2.0","id":1,"method":"find","params":{"id":"P-000021"}}',
      )
      expect(JSON.parse(heavy ?? '')).toMatchObject({ error: { code: -32001, data: '5 g' } })

      // Validators of params, both generated and interpreted.
      const refused = await send(
        '{"jsonrpc":"2.0","id":1,"method":"find","params":{"id":"P-000015"}}',
      )
      expect(JSON.parse(refused ?? '')).toMatchObject({
        error: { code: -32602, data: { issues: [{ pointer: '/id', expected: 'parcel-id' }] } },
      })

      // Validation of results in the client.
      await expect(checked.parcels.heavier({ than: '1 g' })).rejects.toMatchObject({
        code: 'protocol',
        data: [{ pointer: '/0', keyword: 'format', expected: 'parcel-id' }],
      })

      // Samples of the mock.
      const found = (await mocked.parcels.find({ id: 'P-000014' })) as {
        readonly id: unknown
        readonly weight: { readonly grams: unknown }
      }
      expect(isParcelId(found.id)).toBe(true)
      expect(found.weight.grams).toBeTypeOf('number')

      // Contract tests of the mock, which conforms, and of the server, whose `heavier` does not.
      const [contract] = await contracts()
      if (contract === undefined) throw new Error('there is no contract')
      const findings = async (fetch: Fetch): Promise<readonly string[]> => {
        const send = fetchSend({ addressOf: (path) => `http://localhost${path}`, fetch })
        const all: string[] = []
        for await (const outcome of runContract(contract, { send })) {
          const found = outcome.kind === 'failed' ? outcome.findings : []
          all.push(...found.map(({ code, method }) => `${method} ${code}`))
        }
        return all
      }
      expect(await findings(mock.fetch)).toEqual([])
      expect(await findings(served)).toContain('heavier result')
    },
  )

  test('the docs show the type and samples of the format', async () => {
    const api = await parcels({ 'formats.ts': formatsText }, './formats.ts')
    const files = await docsFiles(api)
    expect(files.get('site/schemas/primitives.html')).toContain('parcel-id')
    const page = files.get('site/parcels/find.md') ?? ''
    const [, sample = ''] = /"id": "(P-\d+)"/.exec(page) ?? []
    expect(isParcelId(sample)).toBe(true)
    const script = files.get('site/assets/try-it-formats.js') ?? ''
    expect(script).toContain('docsTryItFormats')
  })

  test('the module may be a package, on which the types package then depends', async () => {
    const api = await parcels(publishedFormats, 'parcel-formats/strings')
    const { sources } = await emitted(api, [])
    expect(sources.get('types/src/formats.ts')).toContain("export * from 'parcel-formats/strings'")
    expect(api.formats).toMatchObject({ name: 'parcel-formats', version: '2.3.4' })
  })
})
