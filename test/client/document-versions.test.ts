import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  compareDocuments,
  createClient,
  documentVersions,
  memory,
  type Transport,
} from '@native-node/client'
import { createServer, documentVersions as served, groups } from '@native-node/server'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** A server with every method of every group, regardless of settings. */
const whole = createServer(
  {},
  { enabled: () => true, fallbackHandler: ({ method }) => method.name },
)
const keys = groups.map(({ key }) => key)

function statuses(compared: Awaited<ReturnType<typeof compareDocuments>>): readonly string[] {
  return [...new Set(compared.map(({ status }) => status))]
}

test('client and server contain the versions of their documents, in code and in their manifests', () => {
  expect(Object.keys(documentVersions).toSorted()).toEqual(keys.toSorted())
  expect(served).toEqual(documentVersions)
  for (const name of ['client', 'server']) {
    const text = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')
    const manifest = JSON.parse(text) as { readonly rpcloom: { readonly documents: object } }
    const declared = Object.entries(documentVersions).map(([key, { version, hash }]) => [
      key,
      { version, hash },
    ])
    expect(manifest.rpcloom.documents).toEqual(Object.fromEntries(declared))
  }
  const info = JSON.parse(readFileSync(join(root, 'openrpc/info.openrpc.json'), 'utf8')) as {
    readonly info: { readonly version: string }
  }
  expect(documentVersions.info).toMatchObject({ version: info.info.version, path: '/ext/info' })
})

test('a service with the same documents is recognized, by client or transport', async () => {
  const transport = memory(whole)
  for (const target of [transport, createClient({ transport })]) {
    const compared = await compareDocuments(target, documentVersions)
    expect(compared.map(({ group }) => group)).toEqual(Object.keys(documentVersions))
    // Two documents have the path of the C-Chain in common; the service returns both as one
    // document.
    const shared = new Set(['cChain', 'cChainDev'])
    const [merged, own] = [true, false].map((isShared) =>
      compared.filter(({ group }) => shared.has(group) === isShared),
    )
    expect(statuses(own ?? [])).toEqual(['same'])
    expect(statuses(merged ?? [])).toEqual(['same-version'])
    expect(compared[0]?.theirs).toEqual(compared[0]?.ours)
  }
})

test('a document is recognized if another document with its path is not served', async () => {
  const served = createServer(
    {},
    { enabled: (setting) => setting !== 'dev', fallbackHandler: ({ method }) => method.name },
  )
  const { cChain } = documentVersions
  const compared = await compareDocuments(memory(served), { cChain })
  expect(compared).toMatchObject([{ group: 'cChain', status: 'same' }])
})

test.each<[what: string, transport: Transport, status: string]>([
  [
    'a subset of the methods',
    memory(createServer({ info: { getNetworkID: () => ({ networkID: 1 }) } })),
    'same-version',
  ],
  [
    'another version',
    answering('{"openrpc":"1.3.2","info":{"version":"99.0.0"},"methods":[]}'),
    'other-version',
  ],
  ['no document', answering('null'), 'other-version'],
  ['an error', () => Promise.reject(new Error('gone')), 'unavailable'],
])('the client detects %s', async (_, transport, status) => {
  const compared = await compareDocuments(transport, { info: documentVersions.info })
  expect(compared).toMatchObject([
    { group: 'info', status, ours: { version: documentVersions.info.version } },
  ])
  expect('error' in (compared[0] ?? {})).toBe(status === 'unavailable')
})

/** A node that returns `result` for every request. */
function answering(result: string): Transport {
  return ({ id }) =>
    Promise.resolve({
      status: 200,
      message: JSON.parse(`{"jsonrpc":"2.0","id":${String(id)},"result":${result}}`) as unknown,
    })
}
