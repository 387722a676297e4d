import { memoryStore, MovableClock } from '@native-node/node'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  decodeBlock,
  assembleBlock,
  type EvmBlock,
} from '../../../packages/node/src/c-chain/chain/block.ts'
import type { EvmHeader } from '../../../packages/node/src/c-chain/chain/header.ts'
import { ethereumSource } from '../../../packages/node/src/ethereum/module.ts'
import type { EvmRules } from '../../../packages/node/src/c-chain/chain/rules.ts'
import { openCChain } from '../../../packages/node/src/c-chain/open.ts'
import { checkHeader, excessAfter } from '../../../packages/node/src/ethereum/check-header.ts'
import { ethereumRules } from '../../../packages/node/src/ethereum/rules.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'
import { ethereumChain, type EthereumChain } from './ethereum-chain.ts'

let chain: EthereumChain
let rules: EvmRules
let blocks: readonly EvmBlock[]

beforeAll(async () => {
  chain = await ethereumChain()
  rules = ethereumRules(JSON.parse(readFileSync(chain.genesisFile, 'utf8')))
  blocks = await Promise.all(
    chain.blocks.map((block) => decodeBlock(block.serialize(), 'ethereum', rules.commonAt)),
  )
})
afterAll(() => chain.remove())

function blockAt(height: number): EvmBlock {
  const block = blocks[height]
  if (block === undefined) throw new Error(`no block ${height}`)
  return block
}

/** Opens a chain with the blocks up to a height, the last one with another header. */
async function importing(height: number, header: Partial<EvmHeader>): Promise<void> {
  const changed = { ...blockAt(height), header: { ...blockAt(height).header, ...header } }
  const before = chain.blocks.slice(1, height).map((block) => block.serialize())
  const file = chain.chainFile.replace('chain.rlp', 'changed.rlp')
  writeFileSync(file, Buffer.concat([...before, assembleBlock(changed, 'ethereum').bytes]))
  const services = {
    network: networkOf(localGenesis),
    clock: MovableClock.running(),
    settings: { ...defaults, importBlocks: file },
    onFailure: (error: unknown) => {
      throw error
    },
  }
  const source = ethereumSource(readFileSync(chain.genesisFile, 'utf8'))
  const opened = await openCChain(memoryStore(), services, source)
  await opened.producer.close()
}

test('the blocks of every fork are accepted unchanged', () => {
  for (const [at, block] of blocks.slice(1).entries()) {
    expect(() => checkHeader(block, blockAt(at).header, rules.commonAt)).not.toThrow()
  }
})

test('the gas limit may be as low as 5000', () => {
  const block = blockAt(3)
  const at = (gasLimit: bigint): unknown => {
    const parent = { ...blockAt(2).header, gasLimit: 5000n }
    const gas = { gasLimit, gasUsed: 0n }
    return checkHeader({ ...block, header: { ...block.header, ...gas } }, parent, rules.commonAt)
  }
  // The next rule fails, since the parent has another fee.
  expect(() => at(5000n)).not.toThrow('the gas limit')
  expect(() => at(4999n)).toThrow('the gas limit is 4999, expected 5000 to')
})

const other = `0x${'ab'.repeat(32)}` as const

test.each<readonly [string, number, (header: EvmHeader) => object]>([
  ['the timestamp is 20, expected more than', 3, () => ({ timestamp: 20n })],
  ['the extra data is longer than 32 bytes', 3, () => ({ extraData: `0x${'00'.repeat(33)}` })],
  ['the gas used is', 3, ({ gasLimit }) => ({ gasUsed: gasLimit + 1n })],
  [
    'expected a change of less than 1/1024',
    3,
    ({ gasLimit }) => ({ gasLimit: gasLimit - gasLimit / 1024n }),
  ],
  ['the gas limit is 4999, expected 5000 to', 3, () => ({ gasLimit: 4999n, gasUsed: 0n })],
  ['base fee is', 9, ({ baseFeePerGas = 0n }) => ({ baseFeePerGas: baseFeePerGas + 1n })],
  ['base fee is', 9, () => ({ baseFeePerGas: undefined })],
  ['the nonce is 0x0000000000000001', 11, () => ({ nonce: '0x0000000000000001' })],
  ['the block has uncles', 11, () => ({ sha3Uncles: other })],
  ['the blob gas used is 131072', 12, () => ({ blobGasUsed: 131_072n })],
  ['the excess blob gas is 1', 12, () => ({ excessBlobGas: 1n })],
  ['transactionsRoot does not match', 3, () => ({ transactionsRoot: other })],
  ['sha3Uncles does not match', 3, () => ({ sha3Uncles: other })],
  ['withdrawalsRoot does not match', 11, () => ({ withdrawalsRoot: other })],
])('a header is rejected: %s (block %i)', (reason, height, change) => {
  const block = blockAt(height)
  const changed = { ...block, header: { ...block.header, ...change(block.header) } }
  expect(() => checkHeader(changed, blockAt(height - 1).header, rules.commonAt)).toThrow(reason)
})

test.each<readonly [string, number, Partial<EvmHeader>]>([
  ['a header', 4, { timestamp: 1n }],
  ['the root of the state', 4, { stateRoot: other }],
  ['the root of the receipts', 4, { receiptsRoot: other }],
  ['the gas used', 4, { gasUsed: 1n }],
  ['the bloom', 4, { logsBloom: `0x${'01'.repeat(256)}` }],
])('a block that does not match its header is not imported: %s', async (_, height, change) => {
  await expect(importing(height, change)).rejects.toThrow(
    /^The blocks of --import-blocks cannot be used: Block 4 \(0x[\da-f]{64}\) is not valid: /,
  )
})

// Targets of the genesis: 3 blobs since Cancun, 6 since Prague, at most 9; Osaka adds a minimum price.
test.each([
  [110n, 10n ** 9n, 8n],
  [120n, 10n ** 9n, 5n],
  [130n, 1n, 5n],
  [130n, 10n ** 9n, 7n],
])('the excess of blobs at %i after a base fee of %i is %i blobs', (timestamp, fee, blobs) => {
  const gas = 131_072n
  const parent = {
    ...blockAt(12).header,
    timestamp,
    baseFeePerGas: fee,
    excessBlobGas: 5n * gas,
    blobGasUsed: 6n * gas,
  }
  const common = rules.commonAt({ number: 13n, timestamp })
  expect(excessAfter(parent, rules.commonAt, common)).toBe(blobs * gas)
})
