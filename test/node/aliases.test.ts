import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createServer, groups } from '@native-node/server'
import { describe, expect, test } from 'vitest'
import { aliasesOf, readOverlay } from '../../packages/node/src/settings/aliases.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { sendRequest, call } from './requests.ts'
import { openNode } from './open-node.ts'

const file = fileURLToPath(new URL('../../openrpc/overlays/public-network.json', import.meta.url))
const { namespaces, methods, pathSegments } = JSON.parse(readFileSync(file, 'utf8')) as Readonly<
  Record<'namespaces' | 'methods' | 'pathSegments', Readonly<Record<string, string>>>
>

const vendorPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => pathSegments[segment] ?? segment)
    .join('/')
const vendorMethod = (name: string): string => {
  const [namespace = '', member = ''] = name.split('.')
  return methods[name] ?? (namespaces[namespace] ? `${namespaces[namespace]}.${member}` : name)
}
const paths = groups.flatMap(({ path, at }) => (at ? [path, at] : [path]))
const renamed = groups.flatMap((group) =>
  group.methods
    .filter(({ name }) => vendorMethod(name) !== name)
    .map(({ name }) => [name, group.path] as const),
)

describe('the overlay of the public network', () => {
  test.each(renamed)("maps the vendor's name to %s", async (name, path) => {
    const server = createServer(
      {},
      {
        aliases: aliasesOf(await readOverlay(file), paths),
        enabled: () => true,
        fallbackHandler: ({ method }) => method.name,
      },
    )
    for (const method of [name, vendorMethod(name)]) {
      for (const where of [path, vendorPath(path)]) {
        const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} })
        const { result, error } = JSON.parse(
          (await server.handle(text, { path: where })) ?? '{}',
        ) as {
          readonly result?: string
          readonly error?: { readonly code: number }
        }
        // Params are validated before the handler is called: either way the method was found.
        expect(result ?? error?.code).toBeOneOf([name, -32602])
      }
    }
  })

  test.each(renamed)('gives %s the same response under both names', async (name, path) => {
    const { url } = await openNode({ aliases: file })
    const neutral = await call(url + path, name)
    const vendor = await call(url + vendorPath(path), vendorMethod(name))
    expect([vendor.status, vendor.error]).toEqual([neutral.status, neutral.error])
  })

  test.each(paths.filter((path) => vendorPath(path) !== path))(
    "maps the vendor's path to %s only with the overlay",
    async (path) => {
      const body = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}'
      const where = vendorPath(path).replace('{chain}', 'C')
      const { url } = await openNode({ aliases: file })
      const response = await sendRequest(url + where, { body })
      expect(response.status).toBe(200)
      expect(response.body).toBe(
        (await sendRequest(url + path.replace('{chain}', 'C'), { body })).body,
      )
      const { url: plain } = await openNode()
      expect((await sendRequest(plain + where, { body })).status).toBe(404)
    },
  )

  test("gives the X-Chain the vendor's alias", async () => {
    const { client, url } = await openNode({ aliases: file })
    const byVendor = await client.info.getBlockchainID({ alias: pathSegments['xvm'] ?? '' })
    expect(byVendor).toEqual(await client.info.getBlockchainID({ alias: 'X' }))
    const body = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}'
    expect((await sendRequest(`${url}/ext/bc/${pathSegments['xvm']}`, { body })).status).toBe(200)
  })
})

describe('an overlay of one group', () => {
  const overlay = JSON.stringify({
    name: 'other',
    namespaces: { info: 'about', keystore: 'constructor' },
    methods: { 'info.getNetworkID': 'about.net' },
    pathSegments: { info: 'about', readiness: 'ready' },
  })

  test.each([
    ['/ext/info', 'info.getNetworkID', { networkID: '12345' }],
    ['/ext/about', 'info.getNetworkID', { networkID: '12345' }],
    ['/ext/info', 'about.getNetworkID', { networkID: '12345' }],
    ['/ext/about', 'about.getNetworkID', { networkID: '12345' }],
    ['/ext/about', 'about.net', { networkID: '12345' }],
    ['/ext/about', 'about.getNetworkName', { networkName: 'local' }],
    ['/ext/keystore', 'constructor.listUsers', { users: [] }],
  ])('%s responds to %s', async (path, method, result) => {
    const folder = temporaryFolder({ 'overlay.json': overlay })
    const { url } = await openNode({ aliases: `${folder}/overlay.json` })
    expect((await call(url + path, method)).result).toEqual(result)
  })

  test.each([
    ['/ext/about', 'other.getNetworkID'],
    ['/ext/about', 'about.other'],
    ['/ext/about', 'about'],
    ['/ext/about', '__proto__.getNetworkID'],
    ['/ext/keystore', 'about.getNetworkID'],
  ])('%s returns an error for %s', async (path, method) => {
    const folder = temporaryFolder({ 'overlay.json': overlay })
    const { url } = await openNode({ aliases: `${folder}/overlay.json` })
    expect((await call(url + path, method)).error?.code).toBe(-32601)
  })
})

test("the vendor's names are unknown without an overlay", async () => {
  const { url } = await openNode()
  for (const [name, path] of renamed) {
    const { error } = await call(url + path, vendorMethod(name))
    expect(error).toEqual({ code: -32601, message: 'Method not found' })
  }
})

test("returns the vendor's names in results", async () => {
  const { url } = await openNode({ aliases: file })
  const { result: versions } = await call(`${url}/ext/info`, 'info.getNodeVersion')
  expect(Object.keys(versions?.['vmVersions'] ?? {})).toContain('avm')
  const { result: machines } = await call(`${url}/ext/info`, 'info.getVMs')
  expect(Object.values(machines?.['vms'] ?? {})).toContainEqual(['avm', 'xvm'])
  const { result: balances } = await call(`${url}/ext/bc/X`, 'avm.getAllBalances', {
    address: 'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u',
  })
  expect(balances).toEqual({ balances: [{ asset: 'AVAX', balance: '300000000000000000' }] })
})
