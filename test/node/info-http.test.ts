import type { Peer, Peers } from '@native-node/node'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { sendRequest, call } from './requests.ts'
import { noPeers } from '../../packages/node/src/network/peers.ts'
import { openNode } from './open-node.ts'
import { errorReason } from './rpc-errors.ts'

const X = '2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed'
const C = '2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC'
const P = '11111111111111111111111111111111LpoYY'
const SUBNET = '29uVeLPJB1eQJkzRemU8g8wZDw5uJRqpab5U2mX9euieVwiEbL'
const SELF = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'
const SECOND = 'NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ'
const THIRD = 'NodeID-NFBbbJ4qCmNaCzeW7sxErhvWqvEQMnYcN'
const STRANGER = 'NodeID-3BuDc2d1Efme5Apba6SJ8w3Tz7qeh6mHt'
const STAKE = 2_000_000_000_000_000n

const peer = (nodeID: Peer['nodeID'], more: Partial<Peer> = {}): Peer => ({
  ip: '203.0.113.7:9651',
  publicIP: '203.0.113.7:9651',
  nodeID,
  version: 'node/1.12.2',
  lastSent: '2025-01-28T13:49:05Z',
  lastReceived: '2025-01-28T13:49:06Z',
  benched: [],
  observedUptime: 99,
  trackedSubnets: [],
  supportedACPs: [],
  objectedACPs: [],
  ...more,
})
const connected = (...peers: readonly Peer[]): Peers => ({
  connected: () => peers,
  traffic: noPeers.traffic,
})

describe('a node without peers', () => {
  test('returns its identity and address', async () => {
    const { client, url, port } = await openNode()
    expect(await client.info.getNetworkID()).toEqual({ networkID: 12345 })
    expect(await client.info.getNetworkName()).toEqual({ networkName: 'local' })
    expect(await client.info.getNodeID()).toEqual({
      nodeID: SELF,
      nodePOP: {
        publicKey: expect.stringMatching(/^0x[0-9a-f]{96}$/),
        proofOfPossession: expect.stringMatching(/^0x[0-9a-f]{192}$/),
      },
    })
    expect(await client.info.getNodeIP()).toEqual({ ip: '127.0.0.1:9651' })
    expect(url).toBe(`http://127.0.0.1:${port}`)
  })

  test.each(['localhost', '::1', '0.0.0.0'])('listens on host %s', async (host) => {
    const { url, client } = await openNode({ host })
    expect((await sendRequest(`${url}/ext/health/liveness`)).status).toBe(200)
    // The announced address is unrelated to the API address.
    expect((await client.info.getNodeIP()).ip).toBe('127.0.0.1:9651')
  })

  test.each([
    ['203.0.113.7', 9651, '203.0.113.7:9651'],
    ['2001:db8::7', 700, '[2001:db8::7]:700'],
  ])('announces %s and port %i', async (publicIP, stakingPort, ip) => {
    const { client } = await openNode({ publicIP, stakingPort })
    expect((await client.info.getNodeIP()).ip).toBe(ip)
  })

  test('returns its versions and virtual machines', async () => {
    const { client } = await openNode()
    const versions = await client.info.getNodeVersion()
    expect(versions).toEqual({
      version: expect.stringMatching(/^[\w-]+\/\d+\.\d+\.\d+$/),
      databaseVersion: 'v4.0.0',
      rpcProtocolVersion: '39',
      gitCommit: expect.stringMatching(/^([0-9a-f]{40})?$/),
      vmVersions: {
        xvm: 'v1.12.2',
        evm: 'v0.14.1',
        platform: 'v1.12.2',
      },
    })
    const { vms, fxs } = await client.info.getVMs()
    expect(Object.values(vms).flat().sort()).toEqual(['evm', 'platform', 'xvm'])
    expect(vms['rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT']).toEqual(['platform'])
    expect(fxs).toMatchObject({ spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ: 'secp256k1fx' })
  })

  test('returns fees and upgrades of the local network', async () => {
    const { client } = await openNode()
    expect(await client.info.getTxFee()).toEqual({
      txFee: 1_000_000n,
      createAssetTxFee: 1_000_000n,
      createSubnetTxFee: 100_000_000n,
      transformSubnetTxFee: 100_000_000n,
      createBlockchainTxFee: 100_000_000n,
      addPrimaryNetworkValidatorFee: 0n,
      addPrimaryNetworkDelegatorFee: 0n,
      addSubnetValidatorFee: 1_000_000n,
      addSubnetDelegatorFee: 1_000_000n,
    })
    const upgrades = await client.info.upgrades()
    const { apricotPhase4MinPChainHeight, cortinaXChainStopVertexID, fUpgradeTime, ...times } =
      upgrades
    expect(apricotPhase4MinPChainHeight).toBe(0n)
    expect(cortinaXChainStopVertexID).toBe(P)
    expect(fUpgradeTime).toBe('9999-12-01T00:00:00Z')
    expect(Object.keys(times)).toHaveLength(12)
    expect(new Set(Object.values(times))).toEqual(new Set(['2020-12-05T05:00:00Z']))
  })

  test('has no peers, no votes, and an uptime that counts only its own stake', async () => {
    const { client, url } = await openNode()
    expect(await client.info.peers()).toEqual({ numPeers: 0, peers: [] })
    expect(await client.info.acps()).toEqual({ acps: {} })
    expect(await client.info.uptime()).toEqual({
      rewardingStakePercentage: 20,
      weightedAveragePercentage: 20,
    })
    const { result } = await call(`${url}/ext/info`, 'info.uptime')
    expect(result).toEqual({
      rewardingStakePercentage: '20.0000',
      weightedAveragePercentage: '20.0000',
    })
  })
})

describe('chains', () => {
  test.each([
    ['X', X],
    ['P', P],
    ['C', C],
    ['xvm', X],
    ['platform', P],
    ['evm', C],
    [X, X],
    [P, P],
    [C, C],
  ])('%s is %s', async (alias, blockchainID) => {
    const { client } = await openNode()
    expect(await client.info.getBlockchainID({ alias })).toEqual({ blockchainID })
    const byAlias = await client.info.isBootstrapped({ chain: alias })
    expect(byAlias).toEqual(await client.info.isBootstrapped({ chain: blockchainID }))
    expect(byAlias.isBootstrapped).toBeTypeOf('boolean')
  })

  test.each(['x', 'Y', SUBNET, '__proto__', 'constructor', ' X'])('%j is unknown', async (name) => {
    const { client } = await openNode()
    expect(await errorReason(client.info.getBlockchainID({ alias: name }))).toEqual([
      -32000,
      'unknownAlias',
    ])
    expect(await errorReason(client.info.isBootstrapped({ chain: name }))).toEqual([
      -32000,
      'unknownChain',
    ])
  })

  test('the error contains the requested name', async () => {
    const { client } = await openNode()
    await expect(client.info.getBlockchainID({ alias: 'Y' })).rejects.toThrow(
      "there is no ID with alias 'Y'",
    )
    await expect(client.info.isBootstrapped({ chain: 'Y' })).rejects.toThrow(
      "there is no chain with alias/ID 'Y'",
    )
  })

  test.each([
    undefined,
    {},
    { alias: '' },
    { alias: 'x'.repeat(513) },
    { alias: 1 },
    { alias: null },
  ])('the params %j are rejected', async (params) => {
    const { url } = await openNode()
    const { error } = await call(`${url}/ext/info`, 'info.getBlockchainID', params)
    expect(error?.code).toBe(-32602)
  })
})

describe('peers', () => {
  const peers = connected(
    peer(SECOND, { supportedACPs: [77], objectedACPs: [99], observedUptime: 100 }),
    peer(THIRD, { supportedACPs: [77, 99], observedUptime: 79, trackedSubnets: [SUBNET] }),
    peer(STRANGER, { supportedACPs: [77, 5], publicIP: '', benched: ['X'] }),
  )

  test.each<readonly [readonly Peer['nodeID'][] | undefined, readonly string[]]>([
    [undefined, [SECOND, THIRD, STRANGER]],
    [[], [SECOND, THIRD, STRANGER]],
    [[THIRD], [THIRD]],
    [
      [THIRD, SECOND, THIRD],
      [SECOND, THIRD],
    ],
    [[SELF], []],
    [[SELF, STRANGER], [STRANGER]],
  ])('with the filter %j are %j', async (nodeIDs, found) => {
    const { client } = await openNode({ peers })
    const response = await client.info.peers(nodeIDs && { nodeIDs })
    expect(response.peers.map(({ nodeID }) => nodeID)).toEqual(found)
    expect(response.numPeers).toBe(found.length)
  })

  test('are described completely, with numbers as strings', async () => {
    const { client, url } = await openNode({ peers })
    const { peers: found } = await client.info.peers({ nodeIDs: [THIRD] })
    expect(found).toEqual([peers.connected()[1]])
    const { result } = await call(`${url}/ext/info`, 'info.peers', { nodeIDs: [THIRD] })
    expect(result).toMatchObject({
      numPeers: '1',
      peers: [{ observedUptime: '79', supportedACPs: [77, 99] }],
    })
  })

  test.each([[['nonsense']], ['NodeID-'], [[1]], [{}]])(
    'with the invalid filter %j are rejected',
    async (nodeIDs) => {
      const { url } = await openNode({ peers })
      const { error } = await call(`${url}/ext/info`, 'info.peers', { nodeIDs })
      expect(error?.code).toBe(-32602)
    },
  )

  test('count in the proposals with their stake', async () => {
    const { client } = await openNode({ peers })
    expect((await client.info.acps()).acps).toEqual({
      77: {
        supportWeight: 2n * STAKE,
        supporters: [SECOND, THIRD],
        objectWeight: 0n,
        objectors: [],
        abstainWeight: 3n * STAKE,
      },
      99: {
        supportWeight: STAKE,
        supporters: [THIRD],
        objectWeight: STAKE,
        objectors: [SECOND],
        abstainWeight: 3n * STAKE,
      },
    })
  })

  test('determine the uptime, weighted by stake', async () => {
    const { client } = await openNode({ peers })
    const uptime = { rewardingStakePercentage: 40, weightedAveragePercentage: (100 + 100 + 79) / 5 }
    expect(await client.info.uptime()).toEqual(uptime)
    expect(await client.info.uptime({ subnetID: P })).toEqual(uptime)
    expect(await errorReason(client.info.uptime({ subnetID: SUBNET }))).toEqual([
      -32000,
      'notValidating',
    ])
  })
})

const withoutRequired = [
  'acps',
  'getNetworkID',
  'getNetworkName',
  'getNodeID',
  'getNodeIP',
  'getNodeVersion',
  'getTxFee',
  'getVMs',
  'peers',
  'uptime',
  'upgrades',
]

describe.each(withoutRequired)('info.%s', (name) => {
  test('treats omitted params, {}, [] and null alike, and responds as the document declares', async () => {
    const { url } = await openNode({ peers: connected(peer(SECOND, { supportedACPs: [1] })) })
    const methodName = `info.${name}`
    const path = `${url}/ext/info`
    const { result: document } = await call(path, 'rpc.discover')
    const ajv = new Ajv({ strict: false, validateFormats: false })
    ajv.addSchema(document ?? {}, 'info')
    const methods = document?.['methods'] as readonly { readonly name: string }[]
    const at = methods.findIndex((method) => method.name === methodName)
    const validate = ajv.compile({ $ref: `info#/methods/${at}/result/schema` })
    const responses = await Promise.all(
      [undefined, {}, [], null].map((params) => call(path, methodName, params)),
    )
    for (const { result } of responses) {
      expect(result).toEqual(responses[0]?.result)
      validate(result)
      expect(validate.errors ?? []).toEqual([])
    }
  })
})

test('unknown members of params are ignored', async () => {
  const { url } = await openNode()
  const { result } = await call(`${url}/ext/info`, 'info.getNetworkID', { other: 1 })
  expect(result).toEqual({ networkID: '12345' })
})

describe('connected validators', () => {
  test.each([
    ['a node that runs alone', connected(), [SELF]],
    ['a node with a peer', connected(peer(SECOND)), [SELF, SECOND]],
  ])('%s: health and validators report the same connections', async (_, peers, reached) => {
    const { client } = await openNode({ peers })
    const { validators } = await client.pChain.getCurrentValidators()
    const found = validators.filter((each) => 'connected' in each && each.connected)
    expect(found.map(({ nodeID }) => nodeID).toSorted()).toEqual(reached.toSorted())
    const { checks } = await client.health.health()
    for (const chain of ['X', 'P', 'C'])
      expect(checks[chain]?.message).toMatchObject({
        networking: {
          percentConnected: reached.length / validators.length,
          disconnectedValidators: validators
            .map(({ nodeID }) => nodeID)
            .filter((nodeID) => !reached.includes(nodeID)),
        },
      })
  })
})
