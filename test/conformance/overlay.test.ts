import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { aliased, createClient, http, type Aliases } from '@native-node/client'
import { load } from 'rpcloom/load'
import { buildApi } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { openNode } from '../node/open-node.ts'
import { emitted } from '../targets/emitted.ts'

const root = resolve(import.meta.dirname, '../..')
const overlay = 'openrpc/overlays/public-network.json'
const aliases = JSON.parse(readFileSync(join(root, overlay), 'utf8')) as Aliases

type Calls = Readonly<Record<string, (params?: object) => Promise<unknown>>>
type Groups = Readonly<Record<string, Calls>>

const address = 'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'

/** Calls in every renamed namespace, by the names of the documents. */
const calls: readonly (readonly [group: string, method: string, params?: object])[] = [
  ['xChain', 'getHeight'],
  ['xChain', 'getBlockByHeight', { height: 0n, encoding: 'json' }],
  ['xChain', 'getBalance', { address, assetID: 'NATIVE' }],
  ['xChain', 'getAllBalances', { address }],
  ['xChain', 'getAssetDescription', { assetID: 'NATIVE' }],
  ['xChain', 'getTxFee'],
  ['cChainNative', 'getUTXOs', { addresses: ['C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'] }],
  ['info', 'getVMs'],
  ['pChain', 'getHeight'],
]

/** Returns the outcome of a call. A rejection must be the same under both names. */
async function outcome(
  groups: Groups,
  group: string,
  method: string,
  params?: object,
): Promise<unknown> {
  const call = groups[group]?.[method]
  if (call === undefined) throw new Error(`There is no ${group}.${method}`)
  const [result] = await Promise.allSettled([params === undefined ? call() : call(params)])
  return result?.status === 'fulfilled'
    ? { result: result.value }
    : { error: String(result?.reason) }
}

/** Replaces the neutral names in a value of the default client with the vendor's names. */
function inVendorNames(value: unknown): unknown {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? `${inner}n` : inner,
  )
  return JSON.parse(text.replaceAll('"NATIVE"', '"AVAX"').replaceAll('"xvm"', '"avm"'))
}

test('a client generated with the overlay and the default client with aliases get the same results', async () => {
  const input = await load({
    root,
    inputs: ['openrpc/*.openrpc.json'],
    overlays: [overlay],
    formats: './openrpc/formats.ts',
  })
  expect(input.diagnostics).toEqual([])
  if (input.loaded === undefined) throw new Error('The documents did not load.')
  const packages = await emitted(buildApi(input.loaded, { scope: '@vendor' }).api, ['client'])
  packages.compile('client')
  const vendor = await packages.load('client/dist/index.js')

  const { url } = await openNode({ aliases: join(root, overlay) })
  const seen: string[] = []
  const create = vendor['createClient'] as typeof createClient
  const transport = http(url)
  const spied: typeof transport = (request) => {
    const { path, method, params } = request
    seen.push(`${path} ${JSON.stringify({ method, params })}`)
    return transport(request)
  }
  const generated = create({ transport: spied }) as unknown as Groups
  const ours = createClient({ transport: aliased(http(url), aliases) }) as unknown as Groups
  for (const [group, method, params] of calls) {
    const theirs = params && (inParams(params) as object)
    const [got, want] = await Promise.all([
      outcome(generated, group, method, theirs),
      outcome(ours, group, method, params),
    ])
    expect(inVendorNames(got), `${group}.${method}`).toEqual(inVendorNames(want))
    // A node may lack the other groups, and then reports this under both names.
    if (['xChain', 'info'].includes(group))
      expect(got, `${group}.${method}`).toHaveProperty('result')
  }
  const sent = seen.join('\n')
  expect(sent).toContain('"method":"avm.getBalance"')
  expect(sent).toContain('"assetID":"AVAX"')
  expect(sent).toContain('/ext/bc/C/avax ')
  expect(sent).not.toMatch(/xvm|native\.|NATIVE/)
  // Methods with a different suffix have another name in code, too.
  expect(generated['cChainNative']).toHaveProperty('exportAVAX')
  expect(ours['cChainNative']).toHaveProperty('exportNATIVE')
})

function inParams(params: object): unknown {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, value === 'NATIVE' ? 'AVAX' : value]),
  )
}
