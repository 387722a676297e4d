import { equalsBytes } from '@ethereumjs/util'
import type { CChainDebugHandlers } from '@native-node/server/c-chain'
import type { EvmBlock } from '../../../chain/block.ts'
import type { Machine } from '../../../engine/machine.ts'
import type { Leaf } from '../../../engine/trie/walk.ts'
import { hexOf, type Hex } from '../../../hex.ts'
import { blockWith } from '../block-reference.ts'
import { errors, invalidParam } from '../errors.ts'
import { machineAt, type Execution, type Methods } from '../execution.ts'
import { offloading } from '../offload.ts'
import type { RpcParts } from '../parts.ts'
import { accountsOf, addressWith } from './state-walk.ts'

type Names = 'getModifiedAccountsByNumber' | 'getModifiedAccountsByHash'

export const modifiedAccountsMethods: Methods<CChainDebugHandlers, Names> = {
  async getModifiedAccountsByNumber(execution, { start, end }) {
    const { archive } = execution.vm
    const first = await archive.byHeight(BigInt(start))
    if (first === undefined) throw notFound('start', start)
    if (end === undefined || end === null) return modifiedIn(execution, first)
    const last = await archive.byHeight(BigInt(end))
    if (last === undefined) throw notFound('end', end)
    return modifiedBetween(execution, first, last)
  },
  async getModifiedAccountsByHash(execution, { startHash, endHash }) {
    const first = await blockWith(execution, startHash)
    if (first === undefined) throw notFound('start', startHash)
    if (endHash === undefined || endHash === null) return modifiedIn(execution, first)
    const last = await blockWith(execution, endHash)
    if (last === undefined) throw notFound('end', endHash)
    return modifiedBetween(execution, first, last)
  },
}

export function modifiedAccountsHandlers(parts: RpcParts): Pick<CChainDebugHandlers, Names> {
  return offloading(parts, modifiedAccountsMethods)
}

function notFound(role: 'start' | 'end', block: number | string): Error {
  return errors.blockNotFound(undefined, `${role} block ${block} not found`)
}

async function modifiedIn(chain: Execution, block: EvmBlock): Promise<readonly Hex[]> {
  const parent = await blockWith(chain, block.header.parentHash)
  if (parent === undefined) throw invalidParam('the genesis block has no parent')
  return modifiedBetween(chain, parent, block)
}

async function modifiedBetween(
  chain: Execution,
  first: EvmBlock,
  last: EvmBlock,
): Promise<readonly Hex[]> {
  if (last.header.number <= first.header.number) {
    const text = `start block height (${first.header.number}) must be less than end block height (${last.header.number})`
    throw errors.invalidBlockRange(undefined, `invalid block range: ${text}`)
  }
  const [before, after] = [await machineAt(chain, first), await machineAt(chain, last)]
  const changed: Hex[] = []
  for await (const hash of changedKeys(accountsOf(before), accountsOf(after))) {
    const address = await addressOf(after, hash)
    chain.meter.collect(address.length)
    changed.push(address)
  }
  return changed
}

type Leaves = AsyncGenerator<Leaf, void>

/**
 * Yields, in order, the keys that exist in only one of two tries, and the keys whose values differ.
 */
async function* changedKeys(earlier: Leaves, later: Leaves): AsyncGenerator<Uint8Array, void> {
  let [before, after] = [await nextOf(earlier), await nextOf(later)]
  while (before !== undefined || after !== undefined) {
    if (
      after === undefined ||
      (before !== undefined && Buffer.compare(before.key, after.key) < 0)
    ) {
      if (before !== undefined) yield before.key
      before = await nextOf(earlier)
    } else if (before === undefined || Buffer.compare(before.key, after.key) > 0) {
      yield after.key
      after = await nextOf(later)
    } else {
      if (!equalsBytes(before.value, after.value)) yield after.key
      ;[before, after] = [await nextOf(earlier), await nextOf(later)]
    }
  }
}

async function nextOf(leaves: Leaves): Promise<Leaf | undefined> {
  const next = await leaves.next()
  return next.done ? undefined : next.value
}

async function addressOf(machine: Machine, hash: Uint8Array): Promise<Hex> {
  const address = await addressWith(machine, hash)
  if (address === undefined)
    throw errors.missingPreimage(undefined, `no preimage found for hash ${hexOf(hash)}`)
  return hexOf(address)
}
