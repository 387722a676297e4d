import { describe, expect, test } from 'vitest'
import { call } from '../requests.ts'
import { openNode } from '../open-node.ts'
import { invalidPointers, errorReason } from '../rpc-errors.ts'

const address = 'local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'
const other = 'local1ur873jhz9qnaqv5qthk5sn3e8nj3e0kmggalnu'
const asset = {
  name: 'Coin',
  symbol: 'COIN',
  initialState: { fixedCap: [{ amount: '1', address }] },
}

describe('the bytes of a genesis', () => {
  test('equal those of the local network for its definition', async () => {
    const { client } = await openNode()
    const genesisData = {
      AVAX: {
        name: 'Avalanche',
        symbol: 'AVAX',
        denomination: 9,
        memo: '0xb3d82b1367d362de99ab59a658165aff520cbd4db3d82b1367d362de99ab59a658165aff520cbd4d6d119826',
        initialState: {
          fixedCap: [
            { amount: 300_000_000_000_000_000n, address },
            { amount: 10_000_000_000_000_000n, address: other },
          ],
        },
      },
    }
    expect(await client.xChainStatic.buildGenesis({ networkID: 12_345, genesisData })).toEqual({
      bytes:
        '0x000000000001000441564158000030390000000000000000000000000000000000000000000000000000000000000000000000000000000000000028b3d82b1367d362de99ab59a658165aff520cbd4db3d82b1367d362de99ab59a658165aff520cbd4d00094176616c616e6368650004415641580900000001000000000000000200000007002386f26fc1000000000000000000000000000100000001e0cfe8cae22827d032805ded484e393ce51cbedb000000070429d069189e0000000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c25c5e815',
      encoding: 'hex',
    })
  })

  test('do not depend on the order of definitions or the network of addresses', async () => {
    const { client } = await openNode()
    const build = async (
      genesisData: Parameters<typeof client.xChainStatic.buildGenesis>[0]['genesisData'],
    ) => (await client.xChainStatic.buildGenesis({ networkID: 1, genesisData })).bytes
    const minters = { minters: [address, other], threshold: 2 }
    const state = { variableCap: [minters, { minters: [other], threshold: 1 }] }
    const turned = {
      variableCap: [...state.variableCap].reverse().map(({ minters: names, threshold }) => ({
        minters: [...names].reverse(),
        threshold,
      })),
    }
    const b = { ...asset, initialState: state }
    expect(await build({ a: asset, b })).toBe(
      await build({ b: { ...b, initialState: turned }, a: asset }),
    )
    const fuji = 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'
    const elsewhere = { ...asset, initialState: { fixedCap: [{ amount: 1, address: fuji }] } }
    expect(await build({ a: elsewhere })).toBe(await build({ a: asset }))
  })
})

describe('an invalid definition is rejected', () => {
  test.each([
    [
      'of limited transfer',
      { ...asset, initialState: { limitedTransfer: [] } },
      'unknownAssetType',
    ],
    ['of tokens', { ...asset, initialState: { nonFungible: [] } }, 'unknownAssetType'],
    [
      'with an address whose checksum is wrong',
      {
        ...asset,
        initialState: { fixedCap: [{ amount: 1, address: `${address.slice(0, -1)}7` }] },
      },
      'invalidAddress',
    ],
  ])('%s', async (_, definition, reason) => {
    const { client } = await openNode()
    const genesisData = { coin: definition }
    const built = client.xChainStatic.buildGenesis({ networkID: 1, genesisData })
    expect(await errorReason(built)).toEqual([-32_000, reason])
  })

  test.each<readonly [string, unknown, string]>([
    ['an amount of nothing', { fixedCap: [{ amount: '0', address }] }, 'fixedCap/0/amount'],
    [
      'fewer minters than have to sign',
      { variableCap: [{ minters: [address], threshold: '2' }] },
      'variableCap/0/threshold',
    ],
    [
      'a minter twice',
      { variableCap: [{ minters: [address, address], threshold: '1' }] },
      'variableCap/0/minters',
    ],
  ])('with %s', async (_, initialState, place) => {
    const { url } = await openNode()
    const params = { networkID: '1', genesisData: { 'a/b~': { ...asset, initialState } } }
    const { error } = await call(`${url}/ext/vm/xvm`, 'xvm.buildGenesis', params)
    expect(invalidPointers(error)).toEqual([-32_602, `/genesisData/a~1b~0/initialState/${place}`])
  })
})
