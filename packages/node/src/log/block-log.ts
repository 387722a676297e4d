import type { Logger } from './logger.ts'

/** Milliseconds between two summaries of a chain. */
const SUMMARY_MS = 10_000

/** Accepted blocks of one chain. */
export interface LoggedBlocks {
  readonly chain: string
  readonly tips: readonly { readonly height: bigint }[]
  readonly transactions: number
  readonly durationMs: number
}

interface Summary {
  readonly since: number
  readonly blocks: number
  readonly transactions: number
}

/**
 * Returns a function that logs each block at level `debug` and, at level `info`, how many blocks a chain accepted: the
 * first at once, later ones at most every 10 seconds. A chain without blocks logs nothing.
 */
export function blockLog(logger: Logger): (blocks: LoggedBlocks) => void {
  const summaries = new Map<string, Summary>()
  return ({ chain, tips, transactions, durationMs }) => {
    const height = Number(tips.at(-1)?.height ?? 0n)
    const ms = Math.round(durationMs * 100) / 100
    logger.debug('block accepted', { chain, height, transactions, durationMs: ms })
    const before = summaries.get(chain) ?? { since: -Infinity, blocks: 0, transactions: 0 }
    const sum = {
      blocks: before.blocks + tips.length,
      transactions: before.transactions + transactions,
    }
    const now = performance.now()
    if (now - before.since < SUMMARY_MS) {
      summaries.set(chain, { ...sum, since: before.since })
      return
    }
    summaries.set(chain, { since: now, blocks: 0, transactions: 0 })
    logger.info('blocks accepted', { chain, height, ...sum })
  }
}
