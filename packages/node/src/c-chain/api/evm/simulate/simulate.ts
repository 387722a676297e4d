import type {
  CChainEthHandlers,
  SimulatedBlockInput,
  Simulation,
} from '@native-node/server/c-chain'
import type { EvmBlock } from '../../../chain/block.ts'
import type { ChainView } from '../../../chain/c-chain.ts'
import { openMachine, type Machine } from '../../../engine/machine.ts'
import { bytesOf, type Hex } from '../../../hex.ts'
import { stateBlock } from '../block-reference.ts'
import type { Execution, Methods } from '../execution.ts'
import { quantity, sizedHeaderJson, withdrawalJson } from '../format.ts'
import { offloading } from '../offload.ts'
import type { RpcParts } from '../parts.ts'
import { simulatedHeader } from './header.ts'
import { planOf } from './plan.ts'
import { runSimulated, type SimulatedRun } from './run-block.ts'
import { unsignedJson } from './unsigned.ts'

export const simulationMethods: Methods<CChainEthHandlers, 'simulateV1'> = {
  async simulateV1(execution, { simulation, block }) {
    return simulated(execution, await stateBlock(execution, block), simulation)
  },
}

export function simulationHandlers(parts: RpcParts): Pick<CChainEthHandlers, 'simulateV1'> {
  return offloading(parts, simulationMethods)
}

async function simulated(
  chain: Execution,
  base: EvmBlock,
  simulation: Simulation,
): Promise<readonly SimulatedBlockInput[]> {
  const { rules } = chain.vm
  const isValidating = simulation.validation === true
  const simulating = {
    chain,
    isValidating,
    withTransfers: simulation.traceTransfers === true,
    gasLeft: chain.limits.gasCap,
  }
  const hashes = new Map<bigint, Hex>()
  const machines = machinesOf(chain, base, hashes)
  const blocks: SimulatedBlockInput[] = []
  let [parent, parentHash] = [base.header, base.hash]
  for (const block of planOf(simulation, base.header)) {
    const header = simulatedHeader(block, { rules, parent, parentHash, isValidating })
    const machine = await machines({ ...header, stateRoot: parent.stateRoot })
    machine.meter = chain.meter
    const run = await runSimulated(simulating, machine, { block, header })
    hashes.set(run.header.number, run.hash)
    ;[parent, parentHash] = [run.header, run.hash]
    blocks.push(blockJson(run, rules.layout, simulation.returnFullTransactions === true))
  }
  return blocks
}

/**
 * Returns a function that opens the machine for a simulated block. Blocks of the same fork share a
 * machine, and all machines share one state.
 */
function machinesOf(
  { vm }: ChainView,
  base: EvmBlock,
  hashes: ReadonlyMap<bigint, Hex>,
): (header: EvmBlock['header']) => Promise<Machine> {
  const blockHashes = async (height: bigint): Promise<Uint8Array | undefined> => {
    const hash = hashes.get(height) ?? (await vm.archive.hashAt(height))
    return hash && bytesOf(hash)
  }
  let current: Machine | undefined
  return async (header) => {
    const common = vm.rules.commonAt(header)
    if (current?.common === common) return current
    current =
      current === undefined
        ? await vm.engine.open(vm.engine.rootOf(base.header), header, blockHashes)
        : await openMachine({ common, db: current.db, root: header.stateRoot, blockHashes })
    return current
  }
}

function blockJson(
  run: SimulatedRun,
  layout: ChainView['vm']['rules']['layout'],
  isFull: boolean,
): SimulatedBlockInput {
  const { header, hash, withdrawals, txs, calls } = run
  const place = {
    blockHash: hash,
    blockNumber: quantity(header.number),
    blockTimestamp: quantity(header.timestamp),
  }
  const members = {
    ...sizedHeaderJson(run, layout),
    uncles: [],
    ...(withdrawals !== undefined && { withdrawals: withdrawals.map(withdrawalJson) }),
    transactions: txs.map(({ tx, encoded }, index) =>
      isFull
        ? { ...unsignedJson(tx, encoded), ...place, transactionIndex: quantity(index) }
        : encoded.hash,
    ),
  }
  const written = Object.entries(members).map(([name, value]) => [
    name,
    typeof value === 'bigint' || typeof value === 'number' ? quantity(value) : value,
  ])
  // Safe cast: the API document describes only some of the members. The other members are already
  // converted to JSON.
  return { ...Object.fromEntries(written), calls } as SimulatedBlockInput
}
