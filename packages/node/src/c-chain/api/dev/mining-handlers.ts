import type {
  CChainDevAnvilHandlers,
  CChainDevEvmHandlers,
  CChainDevHardhatHandlers,
  CChainDevMinerHandlers,
} from '@native-node/server/c-chain-dev'
import type { EvmBlock } from '../../chain/block.ts'
import { errors, invalidParam } from '../../dev/errors.ts'
import type { MiningOrder } from '../../dev/mining.ts'
import { blockJson } from '../evm/format.ts'
import type { CDevParts } from './parts.ts'

type EvmMethods = Exclude<keyof CChainDevEvmHandlers, 'setBlockGasLimit'>
type MineOptions = Parameters<CChainDevEvmHandlers['mine']>[0]['options']
/** A quantity as received; with leading zeros, it is a string. */
type Quantity = bigint | string

const SECOND = 1000
const MILLISECONDS = 1000n
/** Times from this number are in milliseconds; all others are in seconds. */
const FIRST_MILLISECOND = 10_000_000_000n
/** Maximum number of blocks per request. */
const MOST_BLOCKS = 1_000_000n
/** Maximum number of blocks that a request returns. */
const MOST_RETURNED = 1000n
const LONGEST = 0xffff_ffffn
/** Intervals of `evm_setIntervalMining` below this number are in seconds; all others are in milliseconds. */
const FIRST_MILLISECONDS = 100

export function evmHandlers(parts: CDevParts): Pick<CChainDevEvmHandlers, EvmMethods> {
  const { chain, dev, mining } = parts
  let moved = 0
  const mine = async (options: MineOptions, signal: AbortSignal): Promise<void> => {
    const { timestamp, blocks } = requested(options)
    const isTimed = timestamp !== undefined && timestamp !== null
    const prepare: Prepare = async (stop, at) => {
      if (isTimed && at === 0) await setNextTime(parts, BigInt(timestamp), stop)
    }
    await mining.mine(chain.producer, { blocks: count(blocks ?? 1n), prepare }, signal)
  }
  return {
    async mine({ options }, { signal }) {
      await mine(options, signal)
      return '0x0' as const
    },
    async mineDetailed({ options }, { signal }) {
      if (BigInt(requested(options).blocks ?? 1n) > MOST_RETURNED)
        throw invalidParam(`blocks must be at most ${MOST_RETURNED}`)
      const blocks: EvmBlock[] = []
      const stop = chain.vm.onAccepted(({ block }) => void blocks.push(block))
      try {
        await mine(options, signal)
      } finally {
        stop()
      }
      // Safe cast: the blocks have full transactions.
      return blocks.map((block) => blockJson(block, chain.vm.rules.layout, true)) as Awaited<
        ReturnType<CChainDevEvmHandlers['mineDetailed']>
      >
    },
    async snapshot() {
      return BigInt(await dev.snapshot())
    },
    revert: ({ snapshot }) => dev.revert(Number(snapshot)),
    async increaseTime({ seconds }, { signal }) {
      const step = secondsOf(seconds)
      await dev.advance(step * SECOND, signal)
      if (!signal.aborted) moved += step
      return BigInt(moved)
    },
    async setTime({ time: given }, { signal }) {
      const time = BigInt(given)
      const target = time < FIRST_MILLISECOND ? Number(time) * SECOND : Number(time)
      const last = chain.vm.tip.header.timestamp
      if (target < Number(last) * SECOND) throw tooLow(BigInt(Math.floor(target / SECOND)), last)
      const left = target - chain.clock.now()
      if (left > Number(LONGEST) * SECOND)
        throw invalidParam(`time must be at most ${LONGEST} seconds ahead of the clock`)
      if (left > 0) await dev.advance(left, signal)
      const step = Math.max(0, Math.floor(left / SECOND))
      if (!signal.aborted) moved += step
      return step
    },
    async setNextBlockTimestamp({ timestamp }, { signal }) {
      const prepare: Prepare = (stop) => setNextTime(parts, BigInt(timestamp), stop)
      await mining.mine(chain.producer, { blocks: 0, prepare }, signal)
      return true
    },
    setAutomine: ({ enabled }) => setAutomatic(chain, mining, enabled),
    async setIntervalMining({ interval }) {
      const value = typeof interval === 'object' ? (interval[0] ?? 0n) : interval
      const given = secondsOf(value)
      mining.mineAt(chain.producer, given < FIRST_MILLISECONDS ? given * SECOND : given)
      return true
    },
  }
}

type AnvilMethods =
  | 'mine'
  | 'getAutomine'
  | 'getIntervalMining'
  | 'setAutomine'
  | 'setIntervalMining'
  | 'setBlockTimestampInterval'
  | 'removeBlockTimestampInterval'

export function anvilMiningHandlers(parts: CDevParts): Pick<CChainDevAnvilHandlers, AnvilMethods> {
  const { chain, dev, mining } = parts
  return {
    async mine({ blocks, interval }, { signal }) {
      const seconds = secondsOf(interval ?? 0n)
      const spaced = spacing(parts, seconds)
      const prepare: Prepare = async (stop, at) => {
        if (at > 0) await spaced(stop, at)
        else if (seconds > 0) await dev.advance(seconds * SECOND, stop)
      }
      await mining.mine(chain.producer, { blocks: count(blocks ?? 1n), prepare }, signal)
      return true
    },
    getAutomine: () => mining.isAutomatic,
    getIntervalMining: () => mining.interval ?? null,
    async setAutomine({ enabled }) {
      if (enabled) mining.mineOnlyAutomatically()
      return setAutomatic(chain, mining, enabled)
    },
    setIntervalMining({ interval }) {
      mining.mineOnlyAt(chain.producer, secondsOf(interval) * SECOND)
      return true
    },
    async setBlockTimestampInterval({ interval }) {
      await setInterval(parts, BigInt(secondsOf(interval)))
      return true
    },
    async removeBlockTimestampInterval() {
      const { interval } = chain.vm.settings
      await setInterval(parts, undefined)
      return interval !== undefined
    },
  }
}

/** Handlers of the `miner_` methods of Ganache. */
export function minerHandlers({ chain, mining }: CDevParts): CChainDevMinerHandlers {
  return {
    start: () => setAutomatic(chain, mining, true),
    stop: () => setAutomatic(chain, mining, false),
  }
}

async function setAutomatic(
  { producer }: CDevParts['chain'],
  mining: CDevParts['mining'],
  isAutomatic: boolean,
): Promise<boolean> {
  if (isAutomatic) {
    mining.mineAutomatically()
    await producer.produce()
  } else mining.isAutomatic = false
  return true
}

/** Handlers of the `hardhat_` methods that differ from the `anvil_` methods. */
export function hardhatHandlers(parts: CDevParts): CChainDevHardhatHandlers {
  return {
    async mine({ blocks, interval }, { signal }) {
      const prepare = spacing(parts, secondsOf(interval ?? 1n))
      const order = { blocks: count(blocks ?? 1n), prepare }
      await parts.mining.mine(parts.chain.producer, order, signal)
      return true
    },
    async setPrevRandao({ value }) {
      parts.chain.vm.setNext({ difficulty: BigInt(value) })
      return true
    },
    async setBlockTimestampInterval({ interval }) {
      await setInterval(parts, BigInt(secondsOf(BigInt(interval) / MILLISECONDS)))
      return true
    },
  }
}

async function setInterval(
  { chain, store }: CDevParts,
  interval: bigint | undefined,
): Promise<void> {
  await chain.vm.configure(store, { interval })
}

type Prepare = NonNullable<MiningOrder['prepare']>

/**
 * Moves the clock to the timestamp of the next block, and sets it. An aborted call sets nothing, since its block is not
 * built.
 */
async function setNextTime(
  { dev, store, chain: { vm, clock } }: CDevParts,
  timestamp: bigint,
  stop: AbortSignal,
): Promise<void> {
  const last = vm.tip.header.timestamp
  if (timestamp < last) throw tooLow(timestamp, last)
  const left = timestamp * MILLISECONDS - BigInt(Math.floor(clock.now()))
  if (left > LONGEST * MILLISECONDS)
    throw invalidParam(`timestamp must be at most ${LONGEST} seconds ahead of the clock`)
  if (left > 0n) await dev.advance(Number(left), stop)
  if (stop.aborted) return
  if (left < 0n) await vm.configure(store, { behind: (vm.settings.behind ?? 0n) - left })
  vm.setNext({ timestamp })
}

/**
 * Returns a function that prepares blocks after the first: each is some seconds later than the one before, whatever the real
 * time is. Without seconds, or if an interval is set, the time is the usual one.
 */
function spacing(parts: CDevParts, seconds: number): Prepare {
  const { vm } = parts.chain
  return async (stop, at) => {
    if (at === 0 || seconds === 0 || vm.settings.interval !== undefined) return
    await setNextTime(parts, vm.tip.header.timestamp + BigInt(seconds), stop)
  }
}

function tooLow(timestamp: bigint, last: bigint): Error {
  const text = `timestamp ${timestamp} is lower than the timestamp of the last block, ${last}`
  return errors.timestampTooLow(undefined, text)
}

function requested(options: MineOptions): {
  readonly timestamp?: Quantity | null | undefined
  readonly blocks?: Quantity | null | undefined
} {
  return typeof options === 'object' && options !== null ? options : { timestamp: options }
}

function count(blocks: Quantity): number {
  if (BigInt(blocks) > MOST_BLOCKS) throw invalidParam(`blocks must be at most ${MOST_BLOCKS}`)
  return Number(blocks)
}

function secondsOf(value: Quantity): number {
  if (BigInt(value) > LONGEST)
    throw invalidParam(`seconds and intervals must be at most ${LONGEST} seconds`)
  return Number(value)
}
