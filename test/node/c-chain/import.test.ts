import { createBlock, type Block } from '@ethereumjs/block'
import { createCommonFromGethGenesis, Hardfork, type Common } from '@ethereumjs/common'
import { createTx } from '@ethereumjs/tx'
import { createAccount, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { buildBlock, createVM } from '@ethereumjs/vm'
import { expect, test } from 'vitest'
import { join } from 'node:path'
import { temporaryFolder } from '../../temporary-folder.ts'
import { counter } from './contracts.ts'
import { hex } from './hex.ts'
import { funded, running } from './running.ts'

const KEY = hexToBytes('0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027')
const BALANCE = 10n ** 24n

const hexOf = (value: bigint): `0x${string}` => `0x${value.toString(16)}`

/** The genesis file of an Ethereum chain that starts with the rules of Cancun. */
const genesis = {
  config: {
    chainId: 1337,
    homesteadBlock: 0,
    eip150Block: 0,
    eip155Block: 0,
    eip158Block: 0,
    byzantiumBlock: 0,
    constantinopleBlock: 0,
    petersburgBlock: 0,
    istanbulBlock: 0,
    berlinBlock: 0,
    londonBlock: 0,
    mergeNetsplitBlock: 0,
    terminalTotalDifficulty: 0,
    terminalTotalDifficultyPassed: true,
    shanghaiTime: 0,
    cancunTime: 0,
    blobSchedule: { cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 } },
  },
  nonce: '0x0',
  timestamp: '0x0',
  extraData: '0x',
  gasLimit: '0x1c9c380',
  difficulty: '0x0',
  baseFeePerGas: '0x3b9aca00',
  mixHash: `0x${'00'.repeat(32)}`,
  coinbase: `0x${'00'.repeat(20)}`,
  alloc: { [funded.address.toLowerCase()]: { balance: hexOf(BALANCE) } },
} as const

/** Two blocks with a transfer and a contract, built only with the library. */
async function chainOf(common: Common): Promise<readonly Block[]> {
  const vm = await createVM({ common })
  const sender = createAddressFromString(funded.address)
  await vm.stateManager.putAccount(sender, createAccount({ balance: BALANCE }))
  const header = {
    number: 0,
    timestamp: 0,
    gasLimit: genesis.gasLimit,
    baseFeePerGas: genesis.baseFeePerGas,
    stateRoot: await vm.stateManager.getStateRoot(),
  } as const
  const blocks = [createBlock({ header }, { common })]
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n, chainId: 1337 }
  const bodies = [
    { type: 2, nonce: 0, gasLimit: 21_000, to: `0x${'11'.repeat(20)}`, value: 5, ...fees },
    { type: 2, nonce: 1, gasLimit: 1_000_000, data: counter, ...fees },
  ] as const
  for (const [at, body] of bodies.entries()) {
    const parentBlock = blocks[at]
    if (parentBlock === undefined) throw new Error('no parent')
    const builder = await buildBlock(vm, {
      parentBlock,
      headerData: { timestamp: 12 * (at + 1), parentBeaconBlockRoot: new Uint8Array(32) },
      withdrawals: [],
      blockOpts: { putBlockIntoBlockchain: false },
    })
    await builder.addTransaction(createTx(body, { common }).sign(KEY))
    blocks.push((await builder.build()).block)
  }
  return blocks
}

test('an Ethereum chain is imported and served unchanged', async () => {
  const common = createCommonFromGethGenesis(genesis, {})
  common.setHardfork(Hardfork.Cancun)
  const blocks = await chainOf(common)
  const [first, ...others] = blocks
  const encoded = Buffer.concat(others.map((block) => block.serialize()))
  const folder = temporaryFolder({ 'genesis.json': JSON.stringify(genesis), 'chain.rlp': encoded })
  const node = await running({
    evmGenesis: join(folder, 'genesis.json'),
    importBlocks: join(folder, 'chain.rlp'),
  })
  try {
    const last = others.at(-1)
    expect((await node.ask('eth_chainId')).result).toBe('0x539')
    expect((await node.ask('eth_blockNumber')).result).toBe('0x2')
    const root = await node.ask('eth_getBlockByNumber', ['0x0', false])
    expect(root.result).toMatchObject({ hash: first && hex(first.hash()) })
    const block = await node.ask('eth_getBlockByNumber', ['latest', true])
    const hash = last && hex(last.hash())
    expect(block.result).toMatchObject({
      hash,
      withdrawals: [],
      transactions: [
        { blockHash: hash, blockTimestamp: '0x18', type: '0x2', yParity: expect.any(String) },
      ],
    })
    expect(block.result).not.toHaveProperty('extDataHash')
    expect(block.result).not.toHaveProperty('totalDifficulty')
    const raw = await node.ask('debug_getRawBlock', ['0x2'])
    expect(raw.result).toBe(last && hex(last.serialize()))
    const [tx] = last?.transactions ?? []
    const receipt = await node.ask('eth_getTransactionReceipt', [tx && hex(tx.hash())])
    expect(receipt.result).toMatchObject({ status: '0x1', blockNumber: '0x2' })
    const traced = await node.ask('debug_traceTransaction', [
      tx && hex(tx.hash()),
      { tracer: 'callTracer' },
    ])
    expect(traced.result).toMatchObject({ type: 'CREATE' })
  } finally {
    await node.close()
  }
})
