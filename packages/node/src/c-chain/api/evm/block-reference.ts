import type { BlockNumberOrTag, BlockReference } from '@native-node/server/c-chain'
import type { EvmBlock } from '../../chain/block.ts'
import type { ChainView } from '../../chain/c-chain.ts'
import type { Hex } from '../../hex.ts'
import { errors } from './errors.ts'

/** Returns the block at a height or tag; undefined if the block does not exist. */
export async function blockAt(
  { vm }: ChainView,
  reference: BlockNumberOrTag,
): Promise<EvmBlock | undefined> {
  if (reference === 'earliest') return vm.archive.byHeight(0n)
  // Accepted blocks are final, so every tag except `earliest` means the last accepted block.
  if (typeof reference !== 'bigint') return vm.tip
  return reference === vm.tip.header.number ? vm.tip : vm.archive.byHeight(reference)
}

export async function blockWith({ vm }: ChainView, hash: string): Promise<EvmBlock | undefined> {
  return vm.archive.byHash(lower(hash))
}

/** Returns a block by height, tag or hash; undefined if the block does not exist. */
export async function findBlock(
  chain: ChainView,
  reference: BlockReference | undefined,
): Promise<EvmBlock | undefined> {
  if (reference === undefined) return chain.vm.tip
  if (typeof reference === 'bigint') return blockAt(chain, reference)
  if (typeof reference === 'object') {
    return 'blockHash' in reference
      ? blockWith(chain, reference.blockHash)
      : blockAt(chain, reference.blockNumber)
  }
  return isHash(reference) ? blockWith(chain, reference) : blockAt(chain, reference)
}

/** Returns the block at a height or tag. Throws if the block does not exist. */
export async function requireBlockAt(
  chain: ChainView,
  reference: BlockNumberOrTag,
): Promise<EvmBlock> {
  const block = await blockAt(chain, reference)
  if (block !== undefined) return block
  throw errors.blockNotFound(undefined, `block #${String(reference)} not found`)
}

/** Returns the block with a hash. Throws if the block does not exist. */
export async function requireBlockWith(chain: ChainView, hash: string): Promise<EvmBlock> {
  const block = await blockWith(chain, hash)
  if (block !== undefined) return block
  throw errors.blockNotFound(undefined, `block ${hash} not found`)
}

/**
 * Returns the block for a state query. Throws an API error if the block or its state does not
 * exist.
 */
export async function stateBlock(
  chain: ChainView,
  reference: BlockReference | undefined,
): Promise<EvmBlock> {
  const block = await findBlock(chain, reference)
  if (block === undefined) throw errors.headerNotFound()
  checkState(chain, block)
  return block
}

/** Checks that the state after a block was not removed. Throws an API error if it was removed. */
export function checkState({ vm }: ChainView, { header }: EvmBlock): void {
  if (header.number >= vm.oldestState) return
  const root = vm.engine.rootOf(header)
  const text = `missing trie node ${root.slice(2)} (path ) state ${root} is not available`
  throw errors.stateUnavailable(undefined, text)
}

function isHash(reference: string): reference is Hex {
  return reference.startsWith('0x')
}

/** Normalizes hex for comparisons and store keys. */
export function lower(hex: string): Hex {
  return `0x${hex.slice(2).toLowerCase()}`
}
