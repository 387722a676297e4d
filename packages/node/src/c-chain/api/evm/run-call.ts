import type {
  BlockOverrides,
  BlockReference,
  CallRequest,
  StateOverrides,
} from '@native-node/server/c-chain'
import type { EvmHeader } from '../../chain/header.ts'
import type { Block } from '@ethereumjs/block'
import { environmentOf, pricedAt } from '../../engine/executor.ts'
import { watchConsole } from '../../engine/console-log.ts'
import type { Machine } from '../../engine/machine.ts'
import { runMessage, type MessageResult } from '../../engine/message.ts'
import { stateBlock } from './block-reference.ts'
import { gasOf, messageOf } from './call-request.ts'
import { checkForks } from './check-forks.ts'
import type { Execution } from './execution.ts'
import { overrideHeader, overrideState } from './overrides.ts'
import { reportedMessage } from './revert.ts'

export interface CallInput {
  readonly transaction: CallRequest
  readonly block?: BlockReference
  readonly stateOverrides?: StateOverrides | null
  readonly blockOverrides?: BlockOverrides | null
}

export interface Prepared {
  readonly machine: Machine
  readonly header: EvmHeader
  /** Overrides the price of blob gas, in wei. */
  readonly blobBaseFee?: bigint | undefined
}

/**
 * Opens the state for a call, runs `work` on it, and reverts all changes. Without a block, the call runs on the last state
 * in the next block, as a transaction that is sent now.
 */
export async function onState<T>(
  execution: Execution,
  { block, stateOverrides, blockOverrides }: Omit<CallInput, 'transaction'>,
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const { header: last } = await stateBlock(execution, block)
  const header = block === undefined || block === 'pending' ? upcoming(execution) : last
  return execution.vm.engine.scratch(last, async (machine) => {
    machine.meter = execution.meter
    // The engine removes the listener after the call.
    if (execution.printed !== undefined) watchConsole(machine.evm, execution.printed)
    const run = (): Promise<T> => work(overriddenBlock({ machine, header }, blockOverrides))
    return stateOverrides ? overridden(machine, stateOverrides, run) : run()
  })
}

/** Returns `prepared` with overridden members of the block. Throws an API error for unsupported members. */
export function overriddenBlock(
  { machine, header }: Prepared,
  overrides: BlockOverrides | null | undefined,
): Prepared {
  const blobBaseFee = overrides?.blobBaseFee ?? undefined
  return { machine, header: overrideHeader(header, overrides), blobBaseFee }
}

/** Returns the block context of a run with a header. */
export function contextOf({ machine, blobBaseFee }: Prepared, header: EvmHeader): Block {
  return pricedAt(environmentOf(header, machine.common), blobBaseFee)
}

async function overridden<T>(
  machine: Machine,
  overrides: StateOverrides,
  run: () => Promise<T>,
): Promise<T> {
  const { precompiles } = machine.evm
  const before = [...precompiles]
  try {
    await overrideState(machine, overrides)
    return await run()
  } finally {
    precompiles.clear()
    for (const [address, contract] of before) precompiles.set(address, contract)
  }
}

/** The last used header of the next block, by the header before it. */
const upcomingHeaders = new WeakMap<EvmHeader, EvmHeader>()
const varying = ['timestamp', 'miner', 'gasLimit', 'difficulty', 'baseFeePerGas'] as const

/** Returns the header of the next block: the same one while it does not change, because the EVM keeps a block context for it. */
function upcoming({ vm, next }: Execution): EvmHeader {
  const { header: last } = vm.tip
  const [known, header] = [upcomingHeaders.get(last), next()]
  if (known !== undefined && varying.every((name) => known[name] === header[name])) return known
  upcomingHeaders.set(last, header)
  return header
}

/** Runs a request once in a prepared state. Throws API errors with the messages of eth_call. */
export async function runRequest(
  prepared: Prepared,
  request: CallRequest,
  gasCap: bigint,
): Promise<MessageResult> {
  try {
    return await runUnreported(prepared, request, gasCap)
  } catch (error) {
    const gas = gasOf(request, gasCap)
    throw reportedMessage(error, (reason) => `err: ${reason} (supplied gas ${gas})`)
  }
}

/**
 * Runs a request once in a prepared state. With `isListing`, the EVM journal collects the accessed
 * addresses and slots, for an access list. Throws a Refusal.
 */
export async function runUnreported(
  prepared: Prepared,
  request: CallRequest,
  gasCap: bigint,
  isListing = false,
): Promise<MessageResult> {
  const { machine } = prepared
  checkForks(request, machine.common)
  const run = messageOf(request, prepared.header, gasCap)
  return runMessage(machine, run.message, contextOf(prepared, run.header), isListing)
}
