import { createBlock, genTransactionsTrieRoot } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { createTxFromRLP } from '@ethereumjs/tx'
import { createAccount, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { createVM, encodeReceipt, runTx, type VM } from '@ethereumjs/vm'
import fc from 'fast-check'
import {
  concat,
  numberToHex,
  pad,
  type Hex,
  type TransactionReceipt,
  type TransactionSerializableEIP1559,
} from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { hexOf } from '../../../packages/node/src/c-chain/hex.ts'
import { assemble, creating } from './assemble.ts'
import { funded, running, type Running } from './running.ts'

/** Writes the slot given by the call data; reverts if a third word is not zero. */
const writer = creating(
  assemble(`
    0x20 CALLDATALOAD PUSH0 CALLDATALOAD SSTORE
    0x40 CALLDATALOAD @fail JUMPI
    PUSH0 CALLDATALOAD PUSH0 MSTORE 0x07 0x20 PUSH0 LOG1 STOP
    fail: PUSH0 PUSH0 REVERT
  `),
)
/** Creates a contract from the call data. */
const factory: Hex = creating('0x365f5f37365f5ff000')
/**
 * Init code for the factory: a contract that writes a slot, one that self-destructs, one that reverts, an empty
 * one.
 */
const inits: readonly Hex[] = ['0x60075f556001805ff3', '0x60095f5533ff', '0x60015f555f5ffd', '0x00']

type Action =
  | { readonly kind: 'send'; readonly to: number; readonly value: bigint }
  | {
      readonly kind: 'write'
      readonly slot: bigint
      readonly value: bigint
      readonly fails: boolean
    }
  | { readonly kind: 'create'; readonly init: number }

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('send' as const),
    to: fc.integer({ min: 1, max: 400 }),
    value: fc.bigInt({ min: 0n, max: 3n }),
  }),
  fc.record({
    kind: fc.constant('write' as const),
    slot: fc.bigInt({ min: 0n, max: 20n }),
    value: fc.bigInt({ min: 0n, max: 2n }),
    fails: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('create' as const), init: fc.nat({ max: inits.length - 1 }) }),
)
const SENDERS = 4
const plan = fc.array(fc.tuple(fc.nat({ max: SENDERS - 1 }), action), {
  minLength: 120,
  maxLength: 120,
})

test('blocks of random transactions have the roots of an independent replay', async () => {
  const node = await running({ blockTime: 100 })
  onTestFinished(() => node.close())
  const { to, senders } = await prepare(node)
  const [actions = []] = fc.sample(plan, { seed: 74, numRuns: 1 })
  const nonces = new Map<PrivateKeyAccount, number>()
  const raw = await Promise.all(
    actions.map(([index, one]) => {
      const sender = senders[index] ?? funded
      const nonce = nonces.get(sender) ?? 0
      nonces.set(sender, nonce + 1)
      return sign(sender, { ...fieldsOf(one, to), nonce })
    }),
  )
  const sent = await Promise.all(raw.map((tx) => node.ask('eth_sendRawTransaction', [tx])))
  for (const { result } of sent) await accepted(node, result as Hex)
  const height = await node.reader.getBlockNumber()
  const total = await replay(node, height)
  expect(total).toBeGreaterThan(actions.length)
  expect(Number(height)).toBeLessThan(total / 4)
})

async function prepare(node: Running): Promise<{
  readonly to: readonly [Hex, Hex]
  readonly senders: readonly PrivateKeyAccount[]
}> {
  const senders = Array.from({ length: SENDERS }, (_, at) =>
    privateKeyToAccount(pad(numberToHex(at + 1))),
  )
  for (const { address } of senders)
    await accepted(node, await node.wallet.sendTransaction({ to: address, value: 10n ** 19n }))
  const deploy = async (data: Hex): Promise<Hex> => {
    const { contractAddress } = await accepted(node, await node.wallet.sendTransaction({ data }))
    if (!contractAddress) throw new Error('nothing was deployed')
    return contractAddress
  }
  return { to: [await deploy(writer), await deploy(factory)], senders }
}

const accepted = ({ reader }: Running, hash: Hex): Promise<TransactionReceipt> =>
  reader.waitForTransactionReceipt({ hash })

type Unsigned = Partial<TransactionSerializableEIP1559>

/** Returns the fields of an action's transaction, with the contracts that it calls. */
function fieldsOf(one: Action, [store, maker]: readonly [Hex, Hex]): Unsigned {
  const word = (value: bigint): Hex => pad(numberToHex(value))
  switch (one.kind) {
    case 'send':
      return { to: pad(numberToHex(one.to), { size: 20 }), value: one.value }
    case 'write':
      return {
        to: store,
        data: concat([word(one.slot), word(one.value), word(one.fails ? 1n : 0n)]),
      }
    case 'create':
      return { to: maker, data: inits[one.init] ?? '0x' }
  }
}

const sign = (sender: PrivateKeyAccount, fields: Unsigned): Promise<Hex> =>
  sender.signTransaction({
    type: 'eip1559',
    chainId: 43_112,
    gas: 200_000n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 1n,
    ...fields,
  })

/** Runs all blocks from the genesis only with the library; resolves with the number of transactions. */
async function replay(node: Running, height: bigint): Promise<number> {
  const common = createCustomCommon({ chainId: 43_112, name: 'replay' }, Mainnet, {
    hardfork: Hardfork.Cancun,
  })
  const state = new MerkleStateManager({
    trie: new MerklePatriciaTrie({ useKeyHashing: true }),
    common,
  })
  const { alloc } = JSON.parse(localGenesis.cChainGenesis) as {
    readonly alloc: Readonly<Record<string, { readonly balance: string }>>
  }
  for (const [address, { balance }] of Object.entries(alloc)) {
    const account = createAccount({ balance: BigInt(balance) })
    await state.putAccount(createAddressFromString(`0x${address.replace(/^0x/, '')}`), account)
  }
  const vm = await createVM({ common, stateManager: state })
  let total = 0
  for (let number = 1n; number <= height; number++) total += await replayBlock(node, vm, number)
  return total
}

async function replayBlock(node: Running, vm: VM, blockNumber: bigint): Promise<number> {
  const { reader } = node
  const block = await reader.getBlock({ blockNumber })
  const environment = createBlock(
    {
      header: {
        number: block.number,
        timestamp: block.timestamp,
        coinbase: block.miner,
        gasLimit: block.gasLimit,
        difficulty: block.difficulty,
        baseFeePerGas: block.baseFeePerGas ?? 0n,
      },
    },
    { common: vm.common, skipConsensusFormatValidation: true },
  )
  const txs = []
  const receipts = new MerklePatriciaTrie()
  let blockGasUsed = 0n
  for (const [index, hash] of block.transactions.entries()) {
    const { result } = await node.ask('eth_getRawTransactionByHash', [hash])
    const tx = createTxFromRLP(hexToBytes(result as Hex), { common: vm.common })
    txs.push(tx)
    const ran = await runTx(vm, {
      tx,
      block: environment,
      blockGasUsed,
      skipHardForkValidation: true,
    })
    blockGasUsed += ran.totalGasSpent
    await receipts.put(RLP.encode(index), encodeReceipt(ran.receipt, tx.type))
  }
  const miner = createAddressFromString(block.miner)
  const account = (await vm.stateManager.getAccount(miner)) ?? createAccount({})
  // The chain pays the whole fee to the miner; the library subtracts the base fee.
  account.balance += (block.baseFeePerGas ?? 0n) * blockGasUsed
  await vm.stateManager.putAccount(miner, account)
  expect(block.gasUsed).toBe(blockGasUsed)
  expect(block.stateRoot).toBe(hexOf(await vm.stateManager.getStateRoot()))
  expect(block.transactionsRoot).toBe(hexOf(await genTransactionsTrieRoot(txs)))
  expect(block.receiptsRoot).toBe(hexOf(receipts.root()))
  return txs.length
}
