import { equalsBytes } from '@ethereumjs/util'
import type { CChainDebugHandlers } from '@native-node/server/c-chain'
import type { EvmBlock } from '../../../chain/block.ts'
import type { CChain } from '../../../chain/c-chain.ts'
import type { Machine } from '../../../engine/machine.ts'
import type { Leaf } from '../../../engine/trie/walk.ts'
import { hexOf, type Hex } from '../../../hex.ts'
import { blockWith } from '../block-reference.ts'
import { errors, invalidParam } from '../errors.ts'
import { limited, requestLimit } from '../limited.ts'
import { calledBy, type RpcParts } from '../parts.ts'
import { accountsOf, addressWith, machineAt } from './state-walk.ts'

type Methods = 'getModifiedAccountsByNumber' | 'getModifiedAccountsByHash'

export function modifiedAccountsHandlers({
  chain: opened,
}: RpcParts): Pick<CChainDebugHandlers, Methods> {
  return {
    async getModifiedAccountsByNumber({ start, end }, ctx) {
      const chain = calledBy(opened, ctx)
      const { archive } = chain.vm
      const first = await archive.byHeight(BigInt(start))
      if (first === undefined) throw notFound('start', start)
      if (end === undefined || end === null) return modifiedIn(chain, first)
      const last = await archive.byHeight(BigInt(end))
      if (last === undefined) throw notFound('end', end)
      return modifiedBetween(chain, first, last)
    },
    async getModifiedAccountsByHash({ startHash, endHash }, ctx) {
      const chain = calledBy(opened, ctx)
      const first = await blockWith(chain, startHash)
      if (first === undefined) throw notFound('start', startHash)
      if (endHash === undefined || endHash === null) return modifiedIn(chain, first)
      const last = await blockWith(chain, endHash)
      if (last === undefined) throw notFound('end', endHash)
      return modifiedBetween(chain, first, last)
    },
  }
}

function notFound(role: 'start' | 'end', block: number | string): Error {
  return errors.blockNotFound(undefined, `${role} block ${block} not found`)
}

async function modifiedIn(chain: CChain, block: EvmBlock): Promise<readonly Hex[]> {
  const parent = await blockWith(chain, block.header.parentHash)
  if (parent === undefined) throw invalidParam('the genesis block has no parent')
  return modifiedBetween(chain, parent, block)
}

async function modifiedBetween(
  chain: CChain,
  first: EvmBlock,
  last: EvmBlock,
): Promise<readonly Hex[]> {
  if (last.header.number <= first.header.number) {
    const text = `start block height (${first.header.number}) must be less than end block height (${last.header.number})`
    throw errors.invalidBlockRange(undefined, `invalid block range: ${text}`)
  }
  const [before, after] = [await machineAt(chain, first), await machineAt(chain, last)]
  return limited(after, requestLimit(chain), async () => {
    const changed: Hex[] = []
    for await (const hash of changedKeys(accountsOf(before), accountsOf(after))) {
      const address = await addressOf(after, hash)
      after.watch.collect(address.length)
      changed.push(address)
    }
    return changed
  })
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
