import type { Block } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import { createAddressFromString } from '@ethereumjs/util'
import { runTx } from '@ethereumjs/vm'
import type { EvmBlock } from '../chain/block.ts'
import type { EvmHeader } from '../chain/header.ts'
import type { CChain } from '../chain/c-chain.ts'
import { burnBaseFee, environmentOf, vmFor } from '../engine/executor.ts'
import { failureOf } from '../engine/failure.ts'
import type { Machine } from '../engine/machine.ts'
import { bytesOf, wordBytes, type Hex } from '../hex.ts'
import { errors } from '../rpc/errors.ts'
import type { TraceOutcome } from './tracer.ts'

/** A machine at the state before a block, and the context of the block for the EVM. */
export interface Replay {
  readonly machine: Machine
  readonly header: EvmHeader
  readonly environment: Block
}

const BEACON_ROOTS: Hex = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02'
const HISTORY: Hex = '0x0000f90827f1c53a10cb7a02335b175320002935'
const BUFFER = 8191n

export async function replayOf({ vm }: CChain, block: EvmBlock): Promise<Replay> {
  const { header } = block
  if (header.number === 0n) throw errors.genesisNotTraceable(undefined, 'genesis is not traceable')
  const parent = await vm.archive.byHash(header.parentHash)
  if (parent === undefined) {
    throw errors.blockNotFound(undefined, `parent ${header.parentHash} not found`)
  }
  if (parent.header.number < vm.oldestState) throw errors.stateUnavailable()
  const machine = await vm.engine.open(vm.engine.rootOf(parent.header), header)
  if (vm.rules.layout === 'ethereum') await beginBlock(machine, header)
  return { machine, header, environment: environmentOf(header, machine.common) }
}

/**
 * Yields to other requests, then runs a transaction of a block. Resolves with its outcome and the
 * number of its logs.
 */
export async function rerun(
  { machine, header, environment }: Replay,
  tx: TypedTransaction,
): Promise<TraceOutcome & { readonly logs: number }> {
  await machine.watch.look()
  const { totalGasSpent, execResult, receipt } = await runTx(vmFor(machine, tx), {
    tx,
    block: environment,
    skipHardForkValidation: true,
    skipBlockGasLimitValidation: true,
  })
  if (header.extDataHash !== undefined) await burnBaseFee(machine, header, totalGasSpent)
  const { exceptionError, returnValue, runState } = execResult
  return {
    gasLimit: tx.gasLimit,
    gasUsed: totalGasSpent,
    returned: returnValue,
    failure: exceptionError && failureOf(exceptionError, runState),
    logs: receipt.logs.length,
  }
}

/** Applies the system writes of Ethereum before the transactions of a block. */
export async function beginBlock({ state, common }: Machine, header: EvmHeader): Promise<void> {
  const write = async (contract: Hex, slot: bigint, value: Uint8Array): Promise<void> => {
    const address = createAddressFromString(contract)
    if ((await state.getAccount(address)) === undefined) return
    await state.putStorage(address, wordBytes(slot.toString(16)) ?? value, value)
  }
  if (common.isActivatedEIP(4788) && header.parentBeaconBlockRoot !== undefined) {
    const slot = header.timestamp % BUFFER
    const time = wordBytes(header.timestamp.toString(16))
    if (time !== undefined) await write(BEACON_ROOTS, slot, time)
    await write(BEACON_ROOTS, slot + BUFFER, bytesOf(header.parentBeaconBlockRoot))
  }
  if (common.isActivatedEIP(2935)) {
    await write(HISTORY, (header.number - 1n) % BUFFER, bytesOf(header.parentHash))
  }
}
