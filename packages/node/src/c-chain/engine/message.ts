import { createTx, type AccessList } from '@ethereumjs/tx'
import { createAddressFromString, type Address } from '@ethereumjs/util'
import type { Block } from '@ethereumjs/block'
import type { EvmLog } from '../chain/receipt.ts'
import { hexOf, type Hex } from '../hex.ts'
import { failureOf, type Failure } from './failure.ts'
import type { Machine } from './machine.ts'

/** A message to the EVM that nobody signed. */
export interface EvmMessage {
  readonly from: Hex
  /** Absent to create a contract. */
  readonly to: Hex | undefined
  readonly gas: bigint
  /** What a unit of gas costs; 0 for a call that pays nothing. */
  readonly gasPrice: bigint
  /** What the sender has to own for a unit of gas. */
  readonly feeCap: bigint
  readonly value: bigint
  readonly data: Uint8Array
  readonly accessList: AccessList
}

/** What a message did. */
export interface MessageResult {
  readonly gasUsed: bigint
  /** Gas used before any was given back. */
  readonly gasPeak: bigint
  readonly returned: Uint8Array
  readonly failure: Failure | undefined
  readonly created: Hex | undefined
  readonly logs: readonly EvmLog[]
  /** Contracts that destroyed themselves and would be gone after a transaction. */
  readonly destroyed: readonly string[]
}

/** A message that cannot even begin. `reason` is the error reason of the API document. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Runs a message on a machine as a transaction would, without a signature or a nonce. Throws MessageRefused. */
export async function runMessage(
  machine: Machine,
  message: EvmMessage,
  block: Block,
): Promise<MessageResult> {
  const { evm } = machine
  const costs = costsOf(machine, message)
  const caller = createAddressFromString(message.from)
  await buyGas(machine, message, caller)
  await evm.journal.cleanup()
  warm(machine, message, block)
  const run = await evm.runCall({
    block,
    caller,
    gasPrice: message.gasPrice,
    gasLimit: message.gas - costs.intrinsic,
    value: message.value,
    data: message.data,
    ...(message.to !== undefined && { to: createAddressFromString(message.to) }),
  })
  const { exceptionError, executionGasUsed, returnValue, gasRefund, logs } = run.execResult
  const peak = executionGasUsed + costs.intrinsic
  const refund = smaller(gasRefund ?? 0n, peak / machine.common.param('maxRefundQuotient'))
  const gasUsed = larger(peak - refund, costs.floor)
  await payBack(machine, message, { caller, gasUsed })
  return {
    gasUsed,
    gasPeak: larger(peak, costs.floor),
    returned: returnValue,
    failure: exceptionError && failureOf(exceptionError, run.execResult.runState?.opCode),
    created: run.createdAddress && hexOf(run.createdAddress.bytes),
    logs: (logs ?? []).map(([address, topics, data]) => ({
      address: hexOf(address),
      topics: topics.map((topic) => hexOf(topic)),
      data: hexOf(data),
    })),
    destroyed: [...(run.execResult.selfdestruct?.keys() ?? [])],
  }
}

/** Gas that a message costs before it runs, and the least that it costs in the end. */
function costsOf(
  { common }: Machine,
  message: EvmMessage,
): { readonly intrinsic: bigint; readonly floor: bigint } {
  const data = {
    type: 1,
    chainId: common.chainId(),
    gasLimit: message.gas,
    data: message.data,
    value: message.value,
    accessList: message.accessList,
    ...(message.to !== undefined && { to: message.to }),
  }
  const tx = common.isActivatedEIP(2930)
    ? createTx(data, { common })
    : createTx({ ...data, type: 0, accessList: undefined }, { common })
  const intrinsic = tx.getIntrinsicGas()
  const floor = common.isActivatedEIP(7623) ? floorOf(message.data, common) : 0n
  const least = larger(intrinsic, floor)
  if (message.gas < least) {
    const text = `intrinsic gas too low: have ${message.gas}, want ${least}`
    throw new MessageRefused('intrinsicGasTooLow', text)
  }
  return { intrinsic, floor }
}

function floorOf(data: Uint8Array, common: Machine['common']): bigint {
  const zeros = data.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0)
  const tokens = BigInt(zeros + (data.length - zeros) * 4)
  return common.param('txGas') + tokens * common.param('totalCostFloorPerToken')
}

async function buyGas({ state }: Machine, message: EvmMessage, caller: Address): Promise<void> {
  const account = await state.getAccount(caller)
  const have = account?.balance ?? 0n
  const want = message.gas * message.feeCap + message.value
  if (have < want) {
    const text = `insufficient funds for gas * price + value: address ${caller.toString()} have ${have} want ${want}`
    throw new MessageRefused('insufficientFunds', text)
  }
  if (account === undefined || message.gasPrice === 0n) return
  account.balance -= message.gas * message.gasPrice
  await state.putAccount(caller, account)
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

/** What every transaction may touch at the lower price. */
function warm({ evm, common }: Machine, message: EvmMessage, block: Block): void {
  if (!common.isActivatedEIP(2929)) return
  const { journal } = evm
  for (const address of evm.precompiles.keys()) journal.addAlwaysWarmAddress(address)
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

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
