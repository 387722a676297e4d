import { describe, expect, test } from 'vitest'
import { call } from './requests.ts'
import { openNode } from './open-node.ts'

/** The params that Go programs send: each member of a struct is present, and the unset ones are empty. */
const SHORT_ID = '6Y3kysjF9jnHnYkdS9yGAuoHyae2eNmeV'
const start = {
  address: '111111111111111111116DBWJs',
  utxo: '11111111111111111111111111111111LpoYY',
}
const isIndex = (value: unknown): value is typeof start =>
  typeof value === 'object' && value !== null && 'address' in value && 'utxo' in value
const listing = { addresses: [SHORT_ID], limit: '2', startIndex: start, encoding: 'hex' }

describe('listings of outputs', () => {
  test.each([
    ['/ext/bc/X', 'xvm.getUTXOs', '', '1'],
    ['/ext/bc/P', 'platform.getUTXOs', '', '2'],
    ['/ext/bc/X', 'xvm.getUTXOs', 'P', '0'],
    ['/ext/bc/P', 'platform.getUTXOs', 'X', '0'],
    ['/ext/bc/C/native', 'native.getUTXOs', 'X', '0'],
  ])(
    '%s %s from chain "%s" start at the zero ID',
    async (path, method, sourceChain, numFetched) => {
      const { url } = await openNode()
      const { result } = await call(url + path, method, { ...listing, sourceChain })
      expect(result).toMatchObject({ numFetched })
    },
  )

  test('continue after a start index with a bare address', async () => {
    const { url } = await openNode()
    const ask = async (startIndex: object) => {
      const params = { ...listing, limit: '1', startIndex, sourceChain: '' }
      return (await call(`${url}/ext/bc/P`, 'platform.getUTXOs', params)).result
    }
    const first = await ask(start)
    const end = first?.['endIndex']
    if (!isIndex(end)) throw new Error('no end index')
    const { address, utxo } = end
    const second = await ask({ address: SHORT_ID, utxo })
    expect(second).toEqual(await ask({ address, utxo }))
    expect(second?.['utxos']).not.toEqual(first?.['utxos'])
  })

  test('refuse a source chain and a start index that do not exist', async () => {
    const { url } = await openNode()
    const reason = async (params: object) => {
      const { error } = await call(`${url}/ext/bc/X`, 'xvm.getUTXOs', { ...listing, ...params })
      return error?.data?.['reason']
    }
    expect(await reason({ sourceChain: 'nowhere' })).toBe('invalidSourceChain')
    expect(await reason({ startIndex: { ...start, address: '111111111111111111116DBWJt' } })).toBe(
      'invalidStartIndex',
    )
  })
})

test('an empty memo is no memo', async () => {
  const { url } = await openNode()
  const build = async (memo: object) => {
    const holder = { amount: '1', address: 'local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u' }
    const asset = {
      name: 'n',
      symbol: 'S',
      denomination: '0',
      initialState: { fixedCap: [holder] },
    }
    const params = { networkID: '12345', genesisData: { asset: { ...asset, ...memo } } }
    return (await call(`${url}/ext/vm/xvm`, 'xvm.buildGenesis', params)).result?.['bytes']
  }
  const bytes = await build({ memo: '' })
  expect(bytes).toMatch(/^0x/)
  expect(bytes).toBe(await build({}))
})
