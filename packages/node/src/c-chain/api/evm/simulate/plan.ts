import type { BlockStateCall, Simulation } from '@native-node/server/c-chain'
import type { EvmHeader } from '../../../chain/header.ts'
import { errors, invalidParam } from '../errors.ts'

export interface PlannedBlock extends Omit<BlockStateCall, 'blockOverrides'> {
  readonly overrides: NonNullable<BlockStateCall['blockOverrides']>
  readonly number: bigint
  readonly timestamp: bigint
}

/** Maximum number of blocks per simulation, and default number of seconds between blocks. */
const MOST = 256
const INTERVAL = 12n

/**
 * Returns the blocks of a simulation in order. Fills gaps between their heights with empty blocks.
 */
export function planOf({ blockStateCalls }: Simulation, base: EvmHeader): readonly PlannedBlock[] {
  if (blockStateCalls.length === 0) throw invalidParam('empty input')
  if (blockStateCalls.length > MOST) throw errors.simulatedTooManyBlocks()
  const planned: PlannedBlock[] = []
  let last = { number: base.number, timestamp: base.timestamp }
  for (const { blockOverrides, ...rest } of blockStateCalls) {
    const overrides = blockOverrides ?? {}
    const number = overrides.number ?? last.number + 1n
    if (number <= last.number) {
      const text = `block numbers must be in order: ${number} <= ${last.number}`
      throw errors.simulatedBlockOrder(undefined, text)
    }
    if (number - base.number > BigInt(MOST)) throw errors.simulatedTooManyBlocks()
    while (last.number + 1n < number) {
      last = { number: last.number + 1n, timestamp: last.timestamp + INTERVAL }
      planned.push({ overrides: {}, ...last })
    }
    const timestamp = overrides.time ?? last.timestamp + INTERVAL
    if (timestamp <= last.timestamp) {
      const text = `block timestamps must be in order: ${timestamp} <= ${last.timestamp}`
      throw errors.simulatedTimeOrder(undefined, text)
    }
    last = { number, timestamp }
    planned.push({ overrides, ...rest, ...last })
  }
  return planned
}
