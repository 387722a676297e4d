import { createAccount, createAddressFromString, type Address } from '@ethereumjs/util'
import type { Block } from '@ethereumjs/block'
import type { ExecResult } from '@ethereumjs/evm'
import { MAX_U64 } from '../../codec/field.ts'
import { larger, smaller } from '../bigint.ts'
import { getAddress } from '../checksum.ts'
import type { EvmLog } from '../chain/receipt.ts'
import { hexOf, type Hex } from '../hex.ts'
import { authorize } from './authorize.ts'
import { failureOf, type Failure } from './failure.ts'
import type { EvmMessage } from './evm-message.ts'
import { costsOf, type IntrinsicCosts } from './intrinsic.ts'
import type { Machine } from './machine.ts'
import { refusal } from '../refusals.ts'

/** Work of a message besides its opcodes, and of each address and slot of its access list. */
const MESSAGE_WORK = 2000
const ACCESS_WORK = 100

export interface MessageResult {
  readonly gasUsed: bigint
  /** Gas used before refunds. */
  readonly gasPeak: bigint
  /** Whether the message is known to have the same outcome if its gas is `gasPeak`. */
  readonly isPeakEnough: boolean
  readonly returned: Uint8Array
  readonly failure: Failure | undefined
  readonly created: Hex | undefined
  readonly logs: readonly EvmLog[]
  /**
   * Addresses of the contracts that self-destructed. A transaction would remove them at its end.
   */
  readonly destroyed: readonly string[]
}

/**
 * Runs a message on a machine like a transaction, but without a signature and without checking its
 * nonce. Throws a Refusal. With `isListing`, the EVM journal collects the addresses and
 * slots that the message accesses, for an access list.
 */
export async function runMessage(
  machine: Machine,
  message: EvmMessage,
  block: Block,
  isListing = false,
): Promise<MessageResult> {
  const { evm } = machine
  machine.meter?.spend(MESSAGE_WORK + message.data.length + ACCESS_WORK * entriesOf(message))
  const costs = costsOf(machine.common, message)
  const caller = createAddressFromString(message.from)
  const nonce = await buyGas(machine, { message, caller, block })
  if (message.to === undefined && nonce === 0n) {
    return nonceOverflow(machine, { message, caller, block }, costs)
  }
  evm.journal.cleanJournal()
  if (isListing) evm.journal.startReportingAccessList()
  warm(machine, message, block)
  const granted = await authorize(machine, message.authorizations ?? [])
  // With a gas price, the message can read a balance that depends on its gas.
  if (machine.meter !== undefined)
    machine.meter.spareGas = message.gasPrice === 0n ? message.gas : 0n
  const run = await evm.runCall({
    block,
    caller,
    gasPrice: message.gasPrice,
    gasLimit: message.gas - costs.intrinsic,
    value: message.value,
    data: message.data,
    skipNonceIncrement: true,
    ...(message.to !== undefined && { to: createAddressFromString(message.to) }),
    ...(message.blobHashes !== undefined && { blobVersionedHashes: [...message.blobHashes] }),
  })
  const { exceptionError, executionGasUsed, returnValue, gasRefund, logs } = run.execResult
  const peak = executionGasUsed + costs.intrinsic
  const gasPeak = larger(peak, costs.floor)
  const spareGas = machine.meter?.spareGas ?? 0n
  const given = granted + (gasRefund ?? 0n)
  const refund = smaller(given, peak / machine.common.param('maxRefundQuotient'))
  const gasUsed = larger(peak - refund, costs.floor)
  await payBack(machine, message, { caller, gasUsed })
  await payMiner(machine, message, { block, gasUsed })
  return {
    gasUsed,
    gasPeak,
    isPeakEnough: spareGas >= message.gas - gasPeak,
    returned: returnValue,
    failure: exceptionError && failureOf(exceptionError, run.execResult.runState),
    created: run.createdAddress && hexOf(run.createdAddress.bytes),
    logs: (logs ?? []).map(([address, topics, data]) => ({
      address: hexOf(address),
      topics: topics.map((topic) => hexOf(topic)),
      data: hexOf(data),
    })),
    destroyed: destroyedBy(machine, run.execResult),
  }
}

/**
 * Returns the self-destructed contracts that a transaction would remove. Since Cancun, these are
 * only contracts that the message itself created.
 */
function destroyedBy(
  { common }: Machine,
  { selfdestruct, createdAddresses }: ExecResult,
): readonly string[] {
  const addresses = [...(selfdestruct?.keys() ?? [])]
  if (!common.isActivatedEIP(6780)) return addresses
  return addresses.filter((address) => createdAddresses?.has(address) === true)
}

interface Purchase {
  readonly message: EvmMessage
  readonly caller: Address
  readonly block: Block
}

/**
 * Ends a message that would create a contract with the greatest nonce. Like other clients, charges the costs that do not
 * depend on the execution.
 */
async function nonceOverflow(
  machine: Machine,
  { message, caller, block }: Purchase,
  { intrinsic, floor }: IntrinsicCosts,
): Promise<MessageResult> {
  const gasUsed = larger(intrinsic, floor)
  await payBack(machine, message, { caller, gasUsed })
  await payMiner(machine, message, { block, gasUsed })
  return {
    gasUsed,
    gasPeak: gasUsed,
    isPeakEnough: false,
    returned: new Uint8Array(0),
    failure: { kind: 'other', message: 'nonce uint64 overflow' },
    created: undefined,
    logs: [],
    destroyed: [],
  }
}

/** Debits the maximum cost from the sender, and increments its nonce. Returns the new nonce: 0 after the greatest. */
async function buyGas(
  { state, common }: Machine,
  { message, caller, block }: Purchase,
): Promise<bigint> {
  const account = (await state.getAccount(caller)) ?? createAccount({})
  const { blobHashes = [], blobFeeCap = 0n } = message
  const blobGas =
    blobHashes.length === 0 ? 0n : BigInt(blobHashes.length) * common.param('blobGasPerBlob')
  const want = message.gas * message.feeCap + message.value + blobGas * blobFeeCap
  if (account.balance < want) {
    const text = `insufficient funds for gas * price + value: address ${getAddress(caller.toString())} have ${account.balance} want ${want}`
    throw refusal('insufficientFunds', text)
  }
  const blobPrice = blobGas === 0n || blobFeeCap === 0n ? 0n : block.header.getBlobGasPrice()
  account.balance -= message.gas * message.gasPrice + blobGas * blobPrice
  account.nonce = account.nonce === MAX_U64 ? 0n : account.nonce + 1n
  await state.putAccount(caller, account)
  return account.nonce
}

async function payBack(
  { state }: Machine,
  { gas, gasPrice }: EvmMessage,
  { caller, gasUsed }: { readonly caller: Address; readonly gasUsed: bigint },
): Promise<void> {
  if (gasPrice === 0n) return
  const account = await state.getAccount(caller)
  if (account === undefined) return
  account.balance += (gas - gasUsed) * gasPrice
  await state.putAccount(caller, account)
}

/** Pays the tip to the miner. A message without a gas price pays nothing. */
async function payMiner(
  { state }: Machine,
  { gasPrice }: EvmMessage,
  { block, gasUsed }: { readonly block: Block; readonly gasUsed: bigint },
): Promise<void> {
  const tip = gasPrice - (block.header.baseFeePerGas ?? 0n)
  if (gasPrice === 0n || tip <= 0n) return
  await state.addBalance(block.header.coinbase, tip * gasUsed)
}

function entriesOf({ accessList }: EvmMessage): number {
  return accessList.reduce((sum, { storageKeys }) => sum + 1 + storageKeys.length, 0)
}

/** Marks the addresses and slots that are warm at the start of every transaction (EIP-2929). */
function warm({ evm, common, precompiles }: Machine, message: EvmMessage, block: Block): void {
  if (!common.isActivatedEIP(2929)) return
  const { journal } = evm
  for (const address of precompiles) journal.addAlwaysWarmAddress(address)
  journal.addAlwaysWarmAddress(message.from)
  if (message.to !== undefined) journal.addAlwaysWarmAddress(message.to)
  if (common.isActivatedEIP(3651)) {
    journal.addAlwaysWarmAddress(block.header.coinbase.toString())
  }
  for (const { address, storageKeys } of message.accessList) {
    journal.addAlwaysWarmAddress(address, true)
    for (const key of storageKeys) journal.addAlwaysWarmSlot(address, key, true)
  }
}
