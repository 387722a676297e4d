import type { Block } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import { runTx } from '@ethereumjs/vm'
import type { EvmBlock } from '../chain/block.ts'
import type { EvmHeader } from '../chain/header.ts'
import type { ChainView } from '../chain/c-chain.ts'
import { burnBaseFee, environmentOf, vmFor } from '../engine/executor.ts'
import { failureOf } from '../engine/failure.ts'
import type { Machine } from '../engine/machine.ts'
import { errors } from '../api/evm/errors.ts'
import type { TraceOutcome } from './tracer.ts'

/** A machine at the state before a block, and the context of the block for the EVM. */
export interface Replay {
  readonly machine: Machine
  readonly header: EvmHeader
  readonly environment: Block
}

export async function replayOf({ vm }: ChainView, block: EvmBlock): Promise<Replay> {
  const { header } = block
  if (header.number === 0n) throw errors.genesisNotTraceable(undefined, 'genesis is not traceable')
  const parent = await vm.archive.byHash(header.parentHash)
  if (parent === undefined) {
    throw errors.blockNotFound(undefined, `parent ${header.parentHash} not found`)
  }
  if (parent.header.number < vm.oldestState) throw errors.stateUnavailable()
  const machine = await vm.engine.open(vm.engine.rootOf(parent.header), header)
  await vm.rules.system?.begin(machine, header)
  return { machine, header, environment: environmentOf(header, machine.common) }
}

/** Work of a transaction besides its opcodes. */
const TX_WORK = 20_000

/** Runs a transaction of a block. Resolves with its outcome and the number of its logs. */
export async function rerun(
  { machine, header, environment }: Replay,
  tx: TypedTransaction,
): Promise<TraceOutcome & { readonly logs: number }> {
  machine.meter?.spend(TX_WORK)
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
