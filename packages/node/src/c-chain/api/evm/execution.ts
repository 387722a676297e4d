import type { ChainView } from '../../chain/c-chain.ts'
import type { EvmBlock } from '../../chain/block.ts'
import type { EvmHeader } from '../../chain/header.ts'
import type { Machine } from '../../engine/machine.ts'
import type { Meter } from '../../engine/meter.ts'
import { replayOf, type Replay } from '../../trace/replay.ts'
import { checkState } from './block-reference.ts'
import type { RpcLimits } from './rpc-limits.ts'

/** A request that runs code or reads many entries of a state, in the main thread or in a worker. */
export interface Execution extends ChainView {
  readonly limits: RpcLimits
  readonly meter: Meter
  /** The lines that contracts print; absent outside of development mode. */
  readonly printed?: string[] | undefined
  /** Returns the header of a block built now. */
  readonly next: () => EvmHeader
}

/** The implementation of a method as a function of its params. */
export type Method<Handler extends (...args: never) => unknown> = (
  execution: Execution,
  params: Parameters<Handler>[0],
) => Promise<Awaited<ReturnType<Handler>>>

/** The implementations of some methods of a namespace. */
export type Methods<
  Handlers extends { readonly [K in Names]: (...args: never) => unknown },
  Names extends keyof Handlers,
> = { readonly [K in Names]: Method<Handlers[K]> }

/** Opens the state before a block. */
export async function replaying(execution: Execution, block: EvmBlock): Promise<Replay> {
  const replay = await replayOf(execution, block)
  replay.machine.meter = execution.meter
  return replay
}

/** Opens the state after a block. Throws if the state was removed. */
export async function machineAt(execution: Execution, block: EvmBlock): Promise<Machine> {
  checkState(execution, block)
  const { engine } = execution.vm
  const machine = await engine.open(engine.rootOf(block.header), block.header)
  machine.meter = execution.meter
  return machine
}
