import { describe, expect, test } from 'vitest'
import { addressText } from '../../../packages/node/src/codec/address.ts'
import { hexShortID, idText } from '../../../packages/node/src/codec/ids.ts'
import { GenesisError } from '../../../packages/node/src/network/genesis/config.ts'
import { parseGenesis } from '../../../packages/node/src/network/genesis/file.ts'
import { genesisFor } from '../../../packages/node/src/network/genesis/choose.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { call } from '../requests.ts'
import { openNode } from '../open-node.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { join } from 'node:path'

const address = 'X-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p'

/** In the format of public nodes, with an amount that a double cannot represent. */
const file = {
  networkID: 1337,
  allocations: [
    {
      ethAddr: '0xb3d82b1367d362de99ab59a658165aff520cbd4d',
      avaxAddr: address,
      initialAmount: 9007199254740993n,
      unlockSchedule: [{ amount: 5_000_000_000, locktime: 1_633_824_000 }, { amount: 7 }],
    },
  ],
  startTime: 1_721_016_000,
  initialStakeDuration: 31_536_000,
  initialStakeDurationOffset: 5400,
  initialStakedFunds: [address],
  initialStakers: [
    {
      nodeID: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
      rewardAddress: address,
      delegationFee: 1_000_000,
    },
  ],
  cChainGenesis: localGenesis.cChainGenesis,
  message: 'for a test',
}

/** Returns JSON with exact large numbers. */
function json(change: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ ...file, ...change }, (_, value: unknown) =>
    typeof value === 'bigint' ? `<${value}>` : value,
  ).replace(/"<(\d+)>"/g, '$1')
}

describe('a genesis file', () => {
  test('is read without losing a digit', () => {
    expect(parseGenesis(json(), 'file')).toMatchObject({
      networkID: 1337,
      allocations: [
        {
          address: '3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c',
          initialAmount: 9_007_199_254_740_993n,
          unlockSchedule: [
            { amount: 5_000_000_000n, locktime: 1_633_824_000n },
            { amount: 7n, locktime: 0n },
          ],
        },
      ],
    })
  })

  test('defines a separate network', async () => {
    const folder = temporaryFolder({ 'genesis.json': json() })
    const { url, client } = await openNode({ genesis: join(folder, 'genesis.json') })
    expect(await client.info.getNetworkName()).toEqual({ networkName: 'network-1337' })
    expect((await call(`${url}/ext/info`, 'info.getNetworkID')).result).toEqual({
      networkID: '1337',
    })
    const { balance } = await client.xChain.getBalance({ address, assetID: 'NATIVE' })
    expect(balance).toBe(9_007_199_254_740_993n)
    const { chains } = networkOf(parseGenesis(json(), 'file'))
    expect(await client.info.getBlockchainID({ alias: 'X' })).toEqual({
      blockchainID: idText(chains.X),
    })
    const { checks } = await client.health.health()
    expect(checks['bls']).toMatchObject({ message: 'node is not a validator' })
  })

  const [allocation] = file.allocations
  test('may be larger than any transaction of a client', { timeout: 300_000 }, async () => {
    const allocations = Array.from({ length: 5000 }, (_, at) => ({
      ethAddr: `0x${'00'.repeat(20)}`,
      avaxAddr: addressText(
        { alias: 'X', hrp: 'custom' },
        hexShortID(at.toString(16).padStart(40, '0')),
      ),
      initialAmount: at + 1,
      unlockSchedule: [{ amount: at + 1, locktime: 1_633_824_000 }],
    }))
    const text = json({ allocations: [...file.allocations, ...allocations] })
    const folder = temporaryFolder({ 'genesis.json': text })
    const options = {
      genesis: join(folder, 'genesis.json'),
      memory: false,
      dataDir: join(folder, 'data'),
    }
    const first = await openNode(options)
    await first.close()
    const { client } = await openNode({ ...options, verify: true })
    const { assetID } = await client.xChain.getAssetDescription({ assetID: 'NATIVE' })
    const asset = await client.xChain.getTx({ txID: assetID, encoding: 'json' })
    expect(asset.tx).toMatchObject({ id: assetID })
    const { chains } = networkOf(parseGenesis(text, 'file'))
    const { tx } = await client.pChain.getTx({ txID: idText(chains.X), encoding: 'hex' })
    expect(tx).toSatisfy((hex: string) => hex.length > 2 * 262_144)
    expect(await client.pChain.getTx({ txID: idText(chains.X), encoding: 'json' })).toMatchObject({
      tx: { id: idText(chains.X) },
    })
    const last = allocations.at(-1)
    const { balance } = await client.xChain.getBalance({
      address: last?.avaxAddr ?? '',
      assetID: 'NATIVE',
    })
    expect(balance).toBe(BigInt(allocations.length))
  })

  test.each<readonly [string, string, RegExp]>([
    ['is no JSON', '{', /is not valid JSON/],
    ['is no object', '7', /must be an object/],
    ['has no network', json({ networkID: undefined }), /networkID must be an integer/],
    ['has a network that is too great', json({ networkID: 4_294_967_296 }), /networkID/],
    ['has no allocations', json({ allocations: undefined }), /allocations must be a list/],
    [
      'has an amount below zero',
      json({ allocations: [{ ...allocation, initialAmount: -1 }] }),
      /allocations\[0\]: initialAmount must be an integer/,
    ],
    [
      'has an invalid address',
      json({ allocations: [{ ...allocation, avaxAddr: `${address}x` }] }),
      /avaxAddr must be a bech32 address/,
    ],
    ['has more than 2^64-1', json({ allocations: Array(3000).fill(allocation) }), /2\^64/],
    ['has nothing on the X-Chain', json({ allocations: [] }), /contain no X-Chain amount/],
    [
      'stakes an amount without an owner',
      json({ initialStakedFunds: [] }),
      /no address in initialStakedFunds/,
    ],
    [
      'has a validator that ends before it starts',
      json({ initialStakers: Array(9000).fill(file.initialStakers[0]) }),
      /before it starts/,
    ],
    [
      'has a validator without a node ID',
      json({ initialStakers: [{ ...file.initialStakers[0], nodeID: 'NodeID-x' }] }),
      /nodeID must be a node ID/,
    ],
  ])('that %s is rejected', (_, text, message) => {
    expect(() => parseGenesis(text, 'file')).toThrow(message)
    expect(() => parseGenesis(text, 'file')).toThrow(GenesisError)
  })
})

describe('the network', () => {
  test('of the local genesis may have another ID', async () => {
    const { client } = await openNode({ networkID: 4321 })
    expect(await client.info.getNetworkID()).toEqual({ networkID: 4321 })
    const { networkID } = await genesisFor({ genesis: undefined, networkID: 4321 })
    expect(networkID).toBe(4321)
  })

  test.each([1, 5])('of a public ID is rejected: %i', async (networkID) => {
    await expect(genesisFor({ genesis: undefined, networkID })).rejects.toThrow(GenesisError)
  })

  test('of a file has the ID of the file', async () => {
    const folder = temporaryFolder({ 'genesis.json': json() })
    const genesis = join(folder, 'genesis.json')
    await expect(genesisFor({ genesis, networkID: 7 })).rejects.toThrow(/for network 1337/)
    await expect(genesisFor({ genesis: join(folder, 'none'), networkID: 7 })).rejects.toThrow(
      /^Cannot read the genesis/,
    )
  })
})
