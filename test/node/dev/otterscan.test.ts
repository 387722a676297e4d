import { describe, expect, test } from 'vitest'
import { devRpc, first, second, someone, type BlockJson } from './rpc.ts'

interface Found {
  readonly txs: readonly { readonly hash: string }[]
  readonly receipts: readonly { readonly transactionHash: string; readonly timestamp: number }[]
  readonly firstPage: boolean
  readonly lastPage: boolean
}

/** Sends its value to an address, and creates an empty contract. */
const busy = `0x5f5f5f5f3473${someone.slice(2)}5af1505f5f5ff05000`
const contract = '0x00000000000000000000000000000000000000cc'

describe('the methods of Otterscan', () => {
  test('describe blocks and transactions', async () => {
    const { result } = await devRpc()
    expect(await result('ots_getApiLevel')).toBe(8)
    await result('anvil_setCode', contract, busy)
    expect(await result('ots_hasCode', contract, 'latest')).toBe(true)
    expect(await result('ots_hasCode', contract)).toBe(true)
    expect(await result('ots_hasCode', someone, 'latest')).toBe(false)
    const hash = await result('eth_sendTransaction', { from: first, to: contract, value: '0x5' })
    const calls = await result<{ readonly to: string }[]>('ots_traceTransaction', hash)
    const created = calls[2]?.to ?? ''
    expect(calls).toMatchObject([
      { type: 'CALL', depth: 0, from: first, to: contract, value: '0x5' },
      { type: 'CALL', depth: 1, from: contract, to: someone, value: '0x5' },
      { type: 'CREATE', depth: 1, from: contract },
    ])
    expect(await result('ots_getInternalOperations', hash)).toEqual([
      { type: 0, from: contract, to: someone, value: '0x5' },
      { type: 2, from: contract, to: created, value: '0x0' },
    ])
    const block = await result<BlockJson>('eth_getBlockByNumber', 'latest', false)
    const details = { block: { hash: block.hash, transactionCount: 1 } }
    expect(await result('ots_getBlockDetails', 'latest')).toMatchObject(details)
    expect(await result('ots_getBlockDetailsByHash', block.hash)).toMatchObject(details)
    expect(await result('ots_getBlockDetails', '0xffff')).toBe(null)
    const receipt = await result<{ gasUsed: string; effectiveGasPrice: string }>(
      'eth_getTransactionReceipt',
      hash,
    )
    const { totalFees } = await result<{ totalFees: string }>('ots_getBlockDetails', 'latest')
    expect(BigInt(totalFees)).toBe(BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice))
    expect(await result('ots_getTransactionError', hash)).toBe('0x')
    const header = await result('eth_getHeaderByNumber', 'latest')
    expect(await result('erigon_getHeaderByNumber', 'latest')).toEqual(header)
  })

  test('list the transactions of a block by page, newest first', async () => {
    const { result } = await devRpc()
    await result('evm_setAutomine', false)
    for (const value of ['0x1', '0x2', '0x3'])
      await result('eth_sendTransaction', { from: first, to: someone, value })
    await result('evm_mine')
    const valuesOf = async (page: number): Promise<readonly string[]> => {
      const found = await result<{
        readonly fullblock: { readonly transactions: { value: string }[]; transactionCount: number }
        readonly receipts: readonly unknown[]
      }>('ots_getBlockTransactions', 'latest', page, 2)
      const { transactions, transactionCount } = found.fullblock
      expect([transactionCount, found.receipts.length]).toEqual([3, transactions.length])
      return transactions.map(({ value }) => value)
    }
    expect([await valuesOf(0), await valuesOf(1), await valuesOf(2)]).toEqual([
      ['0x3', '0x2'],
      ['0x1'],
      [],
    ])
  })

  test('find transactions by address, and the creator of a contract', async () => {
    const { result } = await devRpc()
    const hashes: string[] = []
    for (const value of ['0x1', '0x2', '0x3'])
      hashes.push(await result('eth_sendTransaction', { from: first, to: someone, value }))
    await result('eth_sendTransaction', { from: second, to: first, value: '0x1' })
    const [a, b, c] = hashes
    const found = async (name: string, block: number | string, size: number) => {
      const page = await result<Found>(`ots_searchTransactions${name}`, someone, block, size)
      expect(page.receipts.map(({ transactionHash }) => transactionHash)).toEqual(
        page.txs.map(({ hash }) => hash),
      )
      return [page.txs.map(({ hash }) => hash), page.firstPage, page.lastPage]
    }
    const heightOf = async (hash = ''): Promise<string> =>
      (await result<{ blockNumber: string }>('eth_getTransactionReceipt', hash)).blockNumber
    expect(await found('Before', 0, 2)).toEqual([[c, b], true, false])
    expect(await found('Before', await heightOf(b), 2)).toEqual([[a], false, true])
    expect(await found('After', 0, 2)).toEqual([[b, a], false, true])
    expect(await found('After', await heightOf(b), 2)).toEqual([[c], true, false])
    expect(await found('After', '0xffffffffffffffff', 2)).toEqual([[], true, false])
    expect(await result('ots_getTransactionBySenderAndNonce', first, 1)).toBe(b)
    expect(await result('ots_getTransactionBySenderAndNonce', first, 9)).toBe(null)
    // Returns one byte of code, from a transaction and from a contract.
    const init = '60016000f3'
    const own = await result('eth_sendTransaction', { from: first, data: `0x${init}` })
    const { contractAddress } = await result<{ contractAddress: string }>(
      'eth_getTransactionReceipt',
      own,
    )
    expect(await result('ots_getContractCreator', contractAddress)).toEqual({
      hash: own,
      creator: first,
    })
    await result('anvil_setCode', contract, `0x64${init}5f526005601b5ff000`)
    expect(await result('ots_getContractCreator', contract)).toBe(null)
    const inner = await result('eth_sendTransaction', { from: first, to: contract })
    const calls = await result<{ readonly to: string }[]>('ots_traceTransaction', inner)
    expect(await result('ots_getContractCreator', calls[1]?.to)).toEqual({
      hash: inner,
      creator: contract,
    })
    expect(await result('ots_getContractCreator', someone)).toBe(null)
  })
})
