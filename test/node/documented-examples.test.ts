import { createClient, http, type Client } from '@native-node/client'
import { startNode, testClock } from '@native-node/node/testing'
import type { RunningNode } from '@native-node/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pairings, post, requestText, type Pairing } from '../conformance/service.ts'
import { signed } from './codec/vectors.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { call } from './requests.ts'
import { openNode } from './open-node.ts'

// The examples of the documents are from a local network in January 2025: a node started at that time returns
// exactly the same responses.

const start = (): ReturnType<typeof startNode> =>
  startNode({
    clock: testClock(new Date('2025-01-20T10:01:00Z')),
    requiredDiskBytes: 0,
    indexTransactions: true,
  })

/** The history of a node, and the examples that match it. */
interface Scenario {
  readonly name: string
  readonly before: (client: Client) => Promise<unknown>
  readonly examples: Readonly<Record<string, readonly string[]>>
}

const issueX =
  (vector: keyof typeof signed) =>
  (client: Client): Promise<unknown> =>
    client.xChain.issueTx({ tx: signed[vector].text })
const issueP =
  (vector: keyof typeof signed) =>
  (client: Client): Promise<unknown> =>
    client.pChain.issueTx({ tx: signed[vector].text })

const scenarios: readonly Scenario[] = [
  {
    name: 'without transactions',
    before: async () => {},
    examples: {
      'xvm.getUTXOs': ['First page', 'Empty last page'],
      'xvm.getBlockByHeight': ['Default encoding', 'The genesis block as JSON'],
      'xvm.getBlock': ['The genesis block as bytes'],
      'xvm.getTxFee': ['A local network'],
      'xvm.getBalance': ['The native asset', 'By asset ID, shared and locked outputs included'],
      'xvm.getAllBalances': ['Only the native asset'],
      'xvm.getTxStatus': ['An unknown transaction'],
      'xvm.buildGenesis': ['an asset of fixed and one of variable amount', 'one holder, no symbol'],
      'native.getUTXOs': ['Nothing after the last output'],
      'native.getAtomicTxStatus': ['Not seen by this node'],
      'platform.getBalance': ['Funds of the genesis'],
      'platform.getBlock': ['Default encoding'],
      'platform.getBlockByHeight': ['The genesis block as JSON'],
      'platform.getBlockchains': ['A local network'],
      'platform.getBlockchainStatus': ['By alias', 'By ID', 'Never proposed'],
      'platform.getFeeConfig': ['A local network'],
      'platform.getFeeState': ['A node without transactions'],
      'platform.getMinStake': ['The Primary Network', 'The Primary Network by ID'],
      'platform.getRewardUTXOs': ['A period that has not ended'],
      'platform.getStake': ['Stake of the genesis', 'Nothing staked'],
      'platform.getStakingAssetID': ['The Primary Network'],
      'platform.getTotalStake': ['The Primary Network'],
      'platform.getTx': ['A validator of the genesis as JSON'],
      'platform.getTxStatus': ['Unknown'],
      'platform.getUTXOs': ['First page', 'Next page'],
      'platform.getValidatorsAt': ['The Primary Network at the proposed height', 'At the genesis'],
      'platform.getValidatorFeeConfig': ['A local network'],
      'platform.validatedBy': ['The C-Chain', 'By alias'],
      'platform.validates': ['The Primary Network'],
      'info.getNodeID': ['validator of the local network'],
      'info.getNodeIP': ['node on this machine'],
      'info.getVMs': ['virtual machines of the Primary Network'],
      'info.getTxFee': ['local network'],
      'info.upgrades': ['local network'],
      'info.peers': ['node without peers'],
      eth_getChainConfig: ['local network'],
      eth_config: ['local network'],
      eth_chainId: ['local network'],
    },
  },
  {
    name: 'after a transfer on the X-Chain',
    before: issueX('xBase'),
    examples: {
      'xvm.getHeight': ['After one block'],
      'xvm.getTx': ['A transfer as bytes', 'The same transfer as JSON'],
      'xvm.getAddressTxs': ['First page', 'Empty last page'],
      'xvm.getTxStatus': ['An accepted transaction'],
    },
  },
  {
    name: 'X exported to P',
    before: issueX('xExportToP'),
    examples: {
      'xvm.getTx': ['Export to the P-Chain as JSON'],
      'platform.getUTXOs': ['Exported from the X-Chain'],
    },
  },
  {
    name: 'X exported to C',
    before: issueX('xExportToC'),
    examples: {
      'native.getUTXOs': [
        'Exported from the X-Chain',
        'A single address',
        'Nothing after the last output',
      ],
    },
  },
  {
    name: 'a transfer on P was accepted',
    before: issueP('pBase'),
    examples: {
      'platform.getTx': ['A transfer as bytes', 'The same transfer as JSON'],
      'platform.getTxStatus': ['Accepted'],
      'platform.getHeight': ['After the first block'],
      'platform.getCurrentSupply': ['The native asset', 'The Primary Network by ID'],
    },
  },
  {
    name: 'P exported to C',
    before: issueP('pExportToC'),
    examples: { 'platform.getTx': ['An export to the C-Chain as JSON'] },
  },
  {
    name: 'a subnet was created',
    before: issueP('pCreateSubnet'),
    examples: {
      'platform.getTx': ['The creation of a subnet as JSON'],
      'platform.getSubnet': ['A permissioned subnet'],
      'platform.getSubnets': ['All subnets', 'By ID'],
      'platform.validates': ['A subnet without blockchains'],
    },
  },
]

function exampleOf(method: string, name: string): Pairing {
  const found = pairings.find((each) => each.method.name === method && each.name === name)
  if (found === undefined) throw new Error(`${method} has no example '${name}'`)
  return found
}

const send = async (url: string, { group, method, params, positional }: Pairing) => {
  const given = method.structure === 'by-position' ? positional : params
  return (await post(url + group.path, requestText(method.name, given))).json
}

describe.each(scenarios)('when $name', ({ before, examples }) => {
  let node: RunningNode
  beforeAll(async () => {
    node = await start()
    await before(createClient({ transport: http(node.url) }))
  })
  afterAll(() => node.close())

  const rows = Object.entries(examples).flatMap(([method, names]) =>
    names.map((name) => [method, name] as const),
  )
  test.each(rows)('%s: %s', async (method, name) => {
    const pairing = exampleOf(method, name)
    expect(await send(node.url, pairing)).toEqual({ jsonrpc: '2.0', id: 1, result: pairing.result })
  })
})

describe('the keystore user of the examples', () => {
  const exported = exampleOf('keystore.exportUser', 'a user without keys')
  const imported = exampleOf('keystore.importUser', 'under another name')
  const userOf = (value: unknown): unknown => Reflect.get(Object(value), 'user')

  test('is the same in both examples', () => {
    expect(imported.params['user']).toBe(userOf(exported.result))
    expect(imported.params['password']).toBe(exported.params['password'])
  })

  test('is imported only with its password', async () => {
    const { url } = await openNode()
    expect(await send(url, imported)).toMatchObject({ result: imported.result })
    const wrong = { ...imported.params, username: 'other', password: 'Wrong-Horse-42-Battery' }
    const { error } = await call(`${url}/ext/keystore`, 'keystore.importUser', wrong)
    expect(error?.data).toMatchObject({ reason: 'wrongPassword' })
  })

  test('is exported in a form that a third node imports', async () => {
    const { url } = await openNode()
    const { username } = exported.params
    await send(url, { ...imported, params: { ...imported.params, username: username ?? null } })
    const again = await send(url, exported)
    const other = await openNode()
    const params = { ...imported.params, user: userOf(Reflect.get(Object(again), 'result')) }
    const reply = await call(`${other.url}/ext/keystore`, 'keystore.importUser', params)
    expect(reply.result).toEqual({})
    const listed = await call(`${other.url}/ext/keystore`, 'keystore.listUsers')
    expect(listed.result).toEqual({ users: [imported.params['username']] })
  })
})

describe('params in both forms of integers', () => {
  const me = 'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'
  const onP = `P${me.slice(1)}`
  const onC = `C${me.slice(1)}`
  const rows: readonly (readonly [method: string, path: string, params: object])[] = [
    ['xvm.getUTXOs', '/ext/bc/X', { addresses: [me], limit: 5 }],
    ['xvm.getAddressTxs', '/ext/bc/X', { address: me, assetID: 'NATIVE', cursor: 0, pageSize: 20 }],
    ['xvm.getBlockByHeight', '/ext/bc/X', { height: 0 }],
    ['native.getUTXOs', '/ext/bc/C/native', { addresses: [onC], sourceChain: 'X', limit: 5 }],
    ['platform.getUTXOs', '/ext/bc/P', { addresses: [onP], limit: 5 }],
    ['platform.getBlockByHeight', '/ext/bc/P', { height: 0 }],
    ['platform.getValidatorsAt', '/ext/bc/P', { height: 0 }],
    ['platform.sampleValidators', '/ext/bc/P', { size: 5 }],
  ]

  test.each(rows)('%s', async (method, path, params) => {
    const { url } = await openNode({ indexTransactions: true })
    const asText = Object.fromEntries(
      Object.entries(params).map(([name, value]: [string, unknown]) => [
        name,
        typeof value === 'number' ? String(value) : value,
      ]),
    )
    const [number, text] = [
      await call(url + path, method, params),
      await call(url + path, method, asText),
    ]
    expect(number.error).toBeUndefined()
    if (method === 'platform.sampleValidators') {
      expect(number.result?.['validators']).toHaveLength(5)
      expect(text.result?.['validators']).toHaveLength(5)
    } else {
      expect(text.result).toEqual(number.result)
    }
  })

  test('a genesis is built from strings and numbers', async () => {
    const { url } = await openNode()
    const { params } = exampleOf('xvm.buildGenesis', 'an asset of fixed and one of variable amount')
    const text = JSON.stringify(params).replaceAll(/:(\d+)/g, ':"$1"')
    const ask = (given: unknown) => call(`${url}/ext/vm/xvm`, 'xvm.buildGenesis', given)
    expect(text).toContain('"threshold":"2"')
    expect((await ask(JSON.parse(text))).result).toEqual((await ask(params)).result)
  })
})

test('platform.getStake accepts only hex as encoding', async () => {
  const { url } = await openNode()
  const params = { addresses: ['P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2'] }
  const ask = (encoding?: string) =>
    call(`${url}/ext/bc/P`, 'platform.getStake', { ...params, ...(encoding && { encoding }) })
  const { result } = await ask('hex')
  expect(result).toMatchObject({ encoding: 'hex', staked: '10000000000000000' })
  expect((await ask()).result).toEqual(result)
  for (const encoding of ['json', 'cb58']) expect((await ask(encoding)).error?.code).toBe(-32_602)
})

test('validators of the Primary Network have delegators, with and without a filter', async () => {
  const { url } = await openNode()
  const ask = async (params: object) => {
    const { result } = await call(`${url}/ext/bc/P`, 'platform.getCurrentValidators', params)
    return result?.['validators'] as readonly Readonly<Record<string, unknown>>[]
  }
  const all = await ask({})
  expect(all).toHaveLength(5)
  for (const { nodeID, ...each } of all) {
    expect(each).toMatchObject({ delegatorCount: '0', delegatorWeight: '0' })
    expect(each).not.toHaveProperty('delegators')
    expect(await ask({ nodeIDs: [nodeID] })).toEqual([{ ...each, nodeID, delegators: [] }])
  }
})

test('the APIs of a chain respond at its alias and at its ID, and not at another chain', async () => {
  const { url, client } = await openNode({ adminApiEnabled: true, dataDir: temporaryFolder({}) })
  const [p, x, c] = await Promise.all(
    ['P', 'X', 'C'].map(
      async (alias) => (await client.info.getBlockchainID({ alias })).blockchainID,
    ),
  )
  const status = async (path: string, method: string) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: requestText(method),
    })
    return response.status
  }
  for (const [path, method] of [
    ['/ext/bc/P', 'platform.getHeight'],
    ['/ext/bc/X/wallet', 'wallet.issueTx'],
    ['/ext/bc/C/admin', 'admin.lockProfile'],
    [`/ext/bc/${x}`, 'xvm.getHeight'],
    [`/ext/bc/${c}/rpc`, 'eth_chainId'],
    [`/ext/bc/${c}/native`, 'native.getAtomicTxStatus'],
    [`/ext/bc/${p}`, 'platform.getHeight'],
    [`/ext/bc/${x}/wallet`, 'wallet.issueTx'],
    [`/ext/bc/${c}/admin`, 'admin.lockProfile'],
  ] as const)
    expect(await status(path, method), path).toBe(200)
  for (const [path, method] of [
    [`/ext/bc/${c}`, 'platform.getHeight'],
    [`/ext/bc/${p}/wallet`, 'wallet.issueTx'],
    [`/ext/bc/${x}/admin`, 'admin.lockProfile'],
  ] as const)
    expect(await status(path, method), path).toBe(404)
})
