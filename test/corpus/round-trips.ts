import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { sample, trySample } from '@rpcloom/mock'
import { checkSchema, pointerResolver } from '@rpcloom/schema'
import { losslessJson } from '@rpcloom/rpc/codegen'
import { decode } from '@rpcloom/rpc/internal'
import { dereference, stringify } from '@rpcloom/schema/internal'
import { load } from 'rpcloom/load'
import {
  type Api,
  buildApi,
  type Group,
  type Json,
  type JsonObject,
  type Method,
} from 'rpcloom/model'
import { isSameAsSent } from '../conformance/service.ts'
import { emitted } from '../targets/emitted.ts'
import { ajvOracle } from './ajv-oracle.ts'

/** Compiles each module to a file of its own, whose imports of other modules have the extension of the output. */
const eachFile: Plugin = {
  name: 'each-file',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/\.ts$/, '.js'), external: true },
    ),
}

type Call = (...args: readonly unknown[]) => Promise<unknown>
type Tree = { readonly [name: string]: Tree } & Call
interface Request {
  readonly path: string
  readonly method?: string
  readonly params?: unknown
  readonly id?: number
  readonly json?: typeof losslessJson
}
type Transport = (request: Request) => Promise<{ readonly message?: unknown }>
interface Row {
  readonly name: string
  readonly namespace: string
  readonly member: string
  readonly result?: Parameters<typeof decode>[0]
}

/** The imported packages of one document. */
interface Packages {
  readonly client: (transport: Transport) => Tree
  readonly server: (handlers: unknown) => Parameters<Memory>[0]
  readonly mock: () => { readonly transport: Transport }
  readonly rows: readonly (Row & { readonly key: string })[]
}
type Memory = typeof import('@rpcloom/rpc/client').memory

async function packagesOf(api: Api): Promise<Packages> {
  const output = await emitted(api, ['client', 'server', 'mock'])
  const modules = join(output.folder, 'node_modules/@test')
  mkdirSync(modules, { recursive: true })
  // The types package is already linked.
  for (const name of ['client', 'server', 'mock']) {
    symlinkSync(join(output.folder, name), join(modules, name), 'dir')
  }
  await Promise.all(
    ['types', 'client', 'server', 'mock'].map((name) =>
      build({
        entryPoints: [`${join(output.folder, name)}/src/**/*.ts`],
        outdir: join(output.folder, name, 'dist'),
        outbase: join(output.folder, name, 'src'),
        bundle: true,
        packages: 'external',
        format: 'esm',
        plugins: [eachFile],
      }),
    ),
  )
  const client = await output.load('client/dist/index.js')
  const server = await output.load('server/dist/index.js')
  const mock = await output.load('mock/dist/index.js')
  const groups = server['groups'] as readonly {
    readonly key: string
    readonly methods: readonly Row[]
  }[]
  return {
    client: (transport) => call(client['createClient'], { transport }) as Tree,
    server: (handlers) => call(server['createServer'], handlers) as Parameters<Memory>[0],
    mock: () => call(mock['createMock'], { seed: 1 }) as { readonly transport: Transport },
    rows: groups.flatMap(({ key, methods }) => methods.map((row) => ({ ...row, key }))),
  }
}

function call(made: unknown, argument: unknown): unknown {
  return (made as (argument: unknown) => unknown)(argument)
}

/**
 * An example pairing that is valid against the schemas of its method, with the schemas in the
 * bundle.
 */
interface Pairing {
  readonly group: Group
  readonly method: Method
  readonly params: JsonObject
  readonly result: Json
}

function pairingsOf(group: Group): readonly Pairing[] {
  const resolve = pointerResolver(group.bundle)
  return group.methods.flatMap((method) => {
    const { params, result } = describedIn(group, method)
    const seen: JsonObject[] = []
    return method.examples.flatMap((example): readonly Pairing[] => {
      // Of several pairings with the same params, a mock uses the first one. Some values may lack
      // the param.
      const isOther =
        example.positional.length <= method.params.length &&
        !seen.some((before) => isSameAsSent(before, example.params))
      const fits =
        method.params.every(({ name, required }) =>
          Object.hasOwn(example.params, name)
            ? checkSchema(params.get(JSON.stringify(name)) ?? true, example.params[name], {
                resolve,
              }).length === 0
            : !required,
        ) &&
        example.result !== undefined &&
        method.result !== undefined &&
        checkSchema(result, example.result.value, { resolve }).length === 0
      if (isOther) seen.push(example.params)
      if (!fits || !isOther || example.result === undefined) return []
      return [{ group, method, params: example.params, result: example.result.value }]
    })
  })
}

function describedIn(
  group: Group,
  { name }: Method,
): {
  readonly params: ReadonlyMap<string, unknown>
  readonly result: unknown
  readonly at: number
} {
  const resolve = pointerResolver(group.bundle)
  const follow = (value: unknown): JsonObject => (dereference(value, resolve) ?? {}) as JsonObject
  const methods = (group.bundle['methods'] ?? []) as readonly Json[]
  const at = methods.findIndex((one) => follow(one)['name'] === name)
  const found = follow(methods[at])
  const params = (follow(found['params'] ?? []) as unknown as readonly Json[]).map(follow)
  return {
    at,
    params: new Map(
      params.map((param) => [JSON.stringify(param['name']), param['schema'] ?? true]),
    ),
    result: follow(found['result'])['schema'] ?? true,
  }
}

function argumentsOf({ method, params }: Pairing): readonly unknown[] {
  if (method.params.length === 0) return []
  if (method.paramStructure === 'by-name') return [params]
  return method.params.map(({ name }) => params[name])
}

/** Calls a method through a client. Returns what was sent and received. */
async function exchanged(
  packages: Packages,
  transport: Transport,
  pairing: Pairing,
): Promise<{ readonly sent: unknown; readonly received: unknown }> {
  let sent: unknown
  let received: unknown
  const client = packages.client(async (request) => {
    sent = request
    const response = await transport(request)
    // The client decodes a response in place.
    received = structuredClone(response.message)
    return response
  })
  const { group, method } = pairing
  // A member of the only group may have the name of the group.
  const root = group.shortcuts.includes(group.key) ? client : client[group.key]
  const owner = method.namespace === '' ? root : root?.[method.namespace]
  await owner?.[method.member]?.(...argumentsOf(pairing))
  return { sent, received }
}

/** Whether params sent by position or by name are those of a pairing. */
function isSent(sent: unknown, { method, params }: Pairing): boolean {
  const { params: given = {} } = sent as { readonly params?: unknown }
  if (!Array.isArray(given)) return isSameAsSent(given, params)
  return method.params.every(({ name }, at) =>
    isSameAsSent((given as readonly unknown[])[at] ?? null, params[name] ?? null),
  )
}

export interface Figures {
  documents: number
  pairings: number
  made: number
  /** Number of generated values for schemas without valid values. */
  impossible: number
}

/**
 * Sends the examples of a document and generated values through its client, server and mock.
 * Returns the errors.
 */
export async function faultsOf(
  folder: string,
  file: string,
  figures: Figures,
): Promise<readonly unknown[]> {
  const { loaded } = await load({ root: folder, inputs: [file] })
  if (loaded === undefined) return []
  const { api } = buildApi(loaded, { scope: '@test' })
  const packages = await packagesOf(api)
  figures.documents++
  const faults: unknown[] = []
  const { memory } = await import('@rpcloom/rpc/client')
  for (const pairing of api.groups.flatMap(pairingsOf)) {
    figures.pairings++
    // Mocks and servers return the document itself.
    if (pairing.method.name === 'rpc.discover') continue
    const row = packages.rows.find(({ name }) => name === pairing.method.name)
    const handler = (): unknown => decode(row?.result, structuredClone(pairing.result))
    const inner = { [pairing.method.member]: handler }
    const { namespace } = pairing.method
    const handlers = { [pairing.group.key]: namespace === '' ? inner : { [namespace]: inner } }
    const ways = {
      mock: packages.mock().transport,
      server: memory(packages.server(handlers)) as unknown as Transport,
    }
    for (const [way, transport] of Object.entries(ways)) {
      const { name } = pairing.method
      try {
        const { sent, received } = await exchanged(packages, transport, pairing)
        const { result } = received as { readonly result?: unknown }
        const isSame = isSameAsSent(result ?? null, pairing.result)
        if (!isSame || !isSent(sent, pairing))
          faults.push({ way, name, sent, received, pairing: pairing.result })
      } catch (error) {
        faults.push({ way, name, params: pairing.params, error: String(error) })
      }
    }
  }
  return [...faults, ...(await madeFaults(api, packages, figures))]
}

/** Checks that generated values are valid according to ajv, and the same for the same seed. */
async function madeFaults(
  api: Api,
  packages: Packages,
  figures: Figures,
): Promise<readonly unknown[]> {
  const faults: unknown[] = []
  for (const group of api.groups) {
    const ajv = ajvOracle(group.bundle)
    for (const method of group.methods) {
      if (method.result === undefined || method.examples.length > 0) continue
      const { at } = describedIn(group, method)
      const pointer = `/methods/${at}/result/schema`
      const verdict = ajv(pointer)
      const [first, second] = await Promise.all([
        madeBy(packages, group, method),
        madeBy(packages, group, method),
      ])
      if (first.result === undefined || typeof verdict === 'string') continue
      figures.made++
      if (first.text !== second.text)
        faults.push({ name: method.name, differ: [first.text, second.text] })
      const resolve = pointerResolver(group.bundle)
      const schema = { $ref: `#${pointer}` }
      const isRefused = checkSchema(schema, first.result, { resolve }).length > 0
      if (verdict(first.result) === isRefused) faults.push({ name: method.name, made: first.text })
      if (!isRefused) continue
      // An approximation is returned only if no value is valid.
      const sampled = trySample(schema, { resolve })
      if (sampled.kind === 'impossible') figures.impossible++
      else faults.push({ name: method.name, unfit: first.text, sampled: sampled.kind })
    }
  }
  return faults
}

async function madeBy(
  packages: Packages,
  group: Group,
  { name: methodName, params }: Method,
): Promise<{ readonly text: string; readonly result: unknown }> {
  const resolve = pointerResolver(group.bundle)
  const schemas = describedIn(group, { name: methodName } as Method).params
  const given = Object.fromEntries(
    params.map(({ name }) => [
      name,
      sample(schemas.get(JSON.stringify(name)) ?? true, { seed: methodName, resolve }),
    ]),
  )
  const request = {
    path: group.route.path,
    id: 1,
    method: methodName,
    params: given,
    json: losslessJson,
  }
  const { message } = await packages.mock().transport(request)
  const { result } = message as { readonly result?: unknown }
  return { text: stringify(message), result }
}
