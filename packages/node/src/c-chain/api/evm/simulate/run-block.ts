import type { Block } from '@ethereumjs/block'
import { createAddressFromString } from '@ethereumjs/util'
import type { SimulatedCallInput, Withdrawal as WithdrawalParam } from '@native-node/server/c-chain'
import { encodeItems, withdrawalItems, type Withdrawal } from '../../../chain/block.ts'
import { headerHash, type EvmHeader } from '../../../chain/header.ts'
import { bloomOf, consensusReceipt, type EvmReceipt } from '../../../chain/receipt.ts'
import { listRoot } from '../../../chain/roots.ts'
import { environmentOf, pricedAt } from '../../../engine/executor.ts'
import type { Machine } from '../../../engine/machine.ts'
import { runMessage, type MessageResult } from '../../../engine/message.ts'
import { hexOf, type Hex } from '../../../hex.ts'
import { lower } from '../block-reference.ts'
import { overrideState } from '../overrides.ts'
import { CallLogs } from './call-logs.ts'
import { callJson } from './call-json.ts'
import type { PlannedBlock } from './plan.ts'
import { simulatedError } from './simulated-error.ts'
import { encodeUnsigned, type EncodedTx, type UnsignedTx } from './unsigned.ts'
import { unsignedOf, type Simulating } from './unsigned-call.ts'
import { encodeRlp } from '../../../rlp.ts'

export interface SimulatedRun {
  readonly header: EvmHeader
  readonly hash: Hex
  readonly size: number
  readonly withdrawals: readonly Withdrawal[] | undefined
  readonly txs: readonly { readonly tx: UnsignedTx; readonly encoded: EncodedTx }[]
  readonly calls: readonly SimulatedCallInput[]
}

interface Ran {
  readonly tx: UnsignedTx
  readonly encoded: EncodedTx
  readonly result: MessageResult
  readonly receipt: EvmReceipt
  readonly logs: ReturnType<CallLogs['result']>
}

export async function runSimulated(
  simulating: Simulating,
  machine: Machine,
  { block, header }: { readonly block: PlannedBlock; readonly header: EvmHeader },
): Promise<SimulatedRun> {
  const { system } = simulating.chain.vm.rules
  const precompiles = new Map(machine.evm.precompiles)
  try {
    await overrideState(machine, block.stateOverrides)
    const environment = pricedAt(
      environmentOf(header, machine.common),
      block.overrides.blobBaseFee ?? undefined,
    )
    await system?.begin(machine, header)
    const ran = await runCalls(simulating, machine, { block, header, environment })
    return await assembled(simulating, machine, { block, header, environment, ran })
  } finally {
    machine.evm.events.removeAllListeners()
    machine.evm.precompiles.clear()
    for (const [address, contract] of precompiles) machine.evm.precompiles.set(address, contract)
  }
}

interface Calls {
  readonly block: PlannedBlock
  readonly header: EvmHeader
  readonly environment: Block
}

async function runCalls(
  simulating: Simulating,
  machine: Machine,
  { block, header, environment }: Calls,
): Promise<readonly Ran[]> {
  const collected = new CallLogs(simulating.withTransfers, simulating.chain.meter)
  collected.attach(machine.evm.events)
  const ran: Ran[] = []
  let gasUsed = 0n
  for (const call of block.calls ?? []) {
    const tx = await unsignedOf({ call, header, machine, gasUsed, simulating })
    const result = await runOne(machine, tx, environment)
    gasUsed += result.gasUsed
    simulating.gasLeft -= result.gasUsed
    const encoded = encodeUnsigned(tx)
    const status = machine.common.gteHardfork('byzantium')
      ? result.failure === undefined
        ? 1
        : 0
      : hexOf(await machine.state.getStateRoot())
    const receipt: EvmReceipt = {
      type: encoded.type,
      status,
      cumulativeGasUsed: gasUsed,
      gasUsed: result.gasUsed,
      effectiveGasPrice: tx.message.gasPrice,
      from: tx.message.from,
      contractAddress: result.created,
      logs: result.logs,
    }
    ran.push({ tx, encoded, result, receipt, logs: collected.result() })
  }
  return ran
}

/** Runs one call as a transaction. The next call sees its changes. */
async function runOne(
  machine: Machine,
  { message }: UnsignedTx,
  environment: Block,
): Promise<MessageResult> {
  const { evm, state } = machine
  let result: MessageResult
  try {
    result = await runMessage(machine, message, environment)
  } catch (error) {
    throw simulatedError(error, message)
  }
  for (const address of result.destroyed) {
    await evm.journal.deleteAccount(createAddressFromString(address))
  }
  evm.transientStorage.clear()
  await evm.journal.cleanup()
  state.originalStorageCache.clear()
  return result
}

async function assembled(
  { chain }: Simulating,
  machine: Machine,
  { block, header, environment, ran }: Calls & { readonly ran: readonly Ran[] },
): Promise<SimulatedRun> {
  const { layout, system } = chain.vm.rules
  const { common, state } = machine
  const withdrawals =
    system !== undefined && common.isActivatedEIP(4895)
      ? (block.overrides.withdrawals ?? []).map(withdrawalOf)
      : undefined
  const requestsHash = await system?.end(machine, environment, withdrawals ?? [])
  const receipts = ran.map(({ receipt }) => receipt)
  const blobs = ran.reduce((sum, { tx }) => sum + BigInt(tx.message.blobHashes?.length ?? 0), 0n)
  const complete: EvmHeader = {
    ...header,
    stateRoot: hexOf(await state.getStateRoot()),
    transactionsRoot: listRoot(ran.map(({ encoded }) => encoded.bytes)),
    receiptsRoot: listRoot(receipts.map(consensusReceipt)),
    logsBloom: hexOf(bloomOf(receipts.flatMap(({ logs }) => logs))),
    gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? 0n,
    ...(blobs > 0n && { blobGasUsed: blobs * common.param('blobGasPerBlob') }),
    ...(withdrawals !== undefined && {
      withdrawalsRoot: listRoot(withdrawals.map((item) => encodeRlp(withdrawalItems(item)))),
    }),
    ...(requestsHash !== undefined && { requestsHash }),
  }
  const hash = headerHash(complete, layout)
  const parts = { header: complete, uncles: [], extData: new Uint8Array(0) }
  const txs = ran.map(({ encoded }) => encoded.item)
  const body = { ...parts, txs, ...(withdrawals !== undefined && { withdrawals }) }
  return {
    header: complete,
    hash,
    withdrawals,
    size: encodeItems(body, layout).length,
    txs: ran,
    calls: ran.map(({ result, logs, encoded }, index) =>
      callJson(result, { logs, index, txHash: encoded.hash, block: { hash, header: complete } }),
    ),
  }
}

function withdrawalOf(item: WithdrawalParam): Withdrawal {
  const { index, validatorIndex, address, amount } = item
  return {
    index: BigInt(index),
    validatorIndex: BigInt(validatorIndex),
    address: lower(address),
    amount: BigInt(amount),
  }
}
