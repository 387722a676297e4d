import { describe, expect, test } from 'vitest'
import { encode } from '../../../packages/node/src/codec/field.ts'
import { idText, parseID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { PlatformGenesis } from '../../../packages/node/src/codec/p-chain.ts'
import { checkedHex } from '../../../packages/node/src/codec/text.ts'
import { hashID, sha256 } from '../../../packages/node/src/crypto/hashes.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import {
  movedStart,
  platformGenesis,
  platformTxID,
} from '../../../packages/node/src/network/genesis/p-chain.ts'
import {
  assetTx,
  genesisBytes,
  xChainGenesis,
} from '../../../packages/node/src/network/genesis/x-chain.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { encodedBlock } from '../../../packages/node/src/p-chain/blocks.ts'
import { genesisBlock } from '../../../packages/node/src/p-chain/genesis.ts'

const published = {
  assetTx:
    '000000000001000030390000000000000000000000000000000000000000000000000000000000000000000000000000000000000028b3d82b1367d362de99ab59a658165aff520cbd4db3d82b1367d362de99ab59a658165aff520cbd4d00094176616c616e6368650004415641580900000001000000000000000200000007002386f26fc1000000000000000000000000000100000001e0cfe8cae22827d032805ded484e393ce51cbedb000000070429d069189e0000000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000000',
  xGenesis:
    '0x000000000001000441564158000030390000000000000000000000000000000000000000000000000000000000000000000000000000000000000028b3d82b1367d362de99ab59a658165aff520cbd4db3d82b1367d362de99ab59a658165aff520cbd4d00094176616c616e6368650004415641580900000001000000000000000200000007002386f26fc1000000000000000000000000000100000001e0cfe8cae22827d032805ded484e393ce51cbedb000000070429d069189e0000000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c25c5e815',
  cGenesisHash: '547bfce53e93d14320314a78a3a423236ffeaa42c20dce66d35136086e8db081',
  validators: [
    '32fSGy5ZU9WBprRFSBkFqZ3Qy7BUZF6fxDuPGsQcvLfYuwSR4',
    'VSKVmMVRa6v22HcUgGvdhch2SXAZyFUFAgYMH9eRckJrDbz9F',
    'TTcrjBmQazpWTB93o1xActsSDK9BqsR2xucSJTgg3DTGRCdhE',
    '2XFufnYv6XvAPqiPy876a7TWq18d6XFHzyW1bQnE7rfhF5Fx5Y',
    '2mKSZwD2uLSixXT59Vancpu8Z8ovpSsRyF2duPzZCsGcma6afj',
  ],
}

describe('the genesis of the local network equals the published one', () => {
  const network = networkOf(localGenesis)
  const genesis = platformGenesis(localGenesis)

  test('asset and chains', () => {
    expect(network).toMatchObject({
      id: 12_345,
      name: 'local',
      hrp: 'local',
      nativeAssetID: parseID('2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe'),
      chains: {
        X: parseID('2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed'),
        P: ZERO_ID,
        C: parseID('2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC'),
      },
    })
  })

  test('bytes of the X-Chain', () => {
    const x = xChainGenesis(localGenesis)
    expect(x.assets.map((asset) => Buffer.from(assetTx(asset)).toString('hex'))).toEqual([
      published.assetTx,
    ])
    expect(checkedHex(genesisBytes(x))).toBe(published.xGenesis)
  })

  test('genesis string of the C-Chain', () => {
    const text = Buffer.from(localGenesis.cChainGenesis, 'utf8')
    expect(text).toHaveLength(822)
    expect(Buffer.from(sha256(text)).toString('hex')).toBe(published.cGenesisHash)
  })

  test('bytes and first block of the P-Chain', () => {
    const bytes = encode(PlatformGenesis, genesis)
    expect(bytes).toHaveLength(4141)
    expect(idText(hashID(bytes))).toBe('2nRRoR76HuEk1JjDpRdN8FKvZFvUXWxY3b9C5rZRPFjcgEh7S7')
    expect(idText(encodedBlock(genesisBlock(genesis)).id)).toBe(
      '2EMQkbjh1YYPsgsMtjWveeQcKvtttNKwVhuR1kcjhBmrRgPcpk',
    )
  })

  test('validators', () => {
    expect(genesis.validators.map((tx) => idText(platformTxID(tx)))).toEqual(published.validators)
    expect(new Set(network.validators.map(({ weight }) => weight))).toEqual(
      new Set([2_000_000_000_000_000n]),
    )
  })
})

test.each([
  ['2024-07-16T00:00:00Z', '2024-07-15T04:00:00.000Z'],
  ['2025-04-11T03:59:59Z', '2024-07-15T04:00:00.000Z'],
  ['2025-04-11T04:00:00Z', '2025-04-11T04:00:00.000Z'],
  ['2026-11-21T00:00:00Z', '2026-10-03T04:00:00.000Z'],
  ['2020-01-01T00:00:00Z', '2024-07-15T04:00:00.000Z'],
])('at %s the local network started at %s', (now, start) => {
  const { startTime } = movedStart(localGenesis, new Date(now))
  expect(new Date(Number(startTime) * 1000).toISOString()).toBe(start)
})
