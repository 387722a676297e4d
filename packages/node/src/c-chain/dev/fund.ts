import { createOutput, type Funding } from '../../chain/fund.ts'
import { parseAddress } from '../../codec/address.ts'
import { atomicOutputs } from '../atomic/outputs.ts'
import type { NativeParts } from '../api/native/handlers.ts'
import type { DevChain } from './dev-chain.ts'
import { lower } from '../api/evm/block-reference.ts'
import { credit } from '../api/dev/account-changes.ts'

const WEI_PER_NANO = 1_000_000_000n

/**
 * Credits a hex address. For a bech32 address, creates an output that the address can import from
 * the X-Chain.
 */
export async function fundC(
  { chain, store }: DevChain,
  { space, network, registry }: NativeParts,
  funding: Funding,
): Promise<boolean> {
  const { address, amount, supplyChange } = funding
  if (/^0x[\da-f]{40}$/i.test(address)) {
    await credit(chain, store, {
      address: lower(address),
      wei: amount * WEI_PER_NANO,
      counted: supplyChange,
    })
    return true
  }
  const owner = parseAddress(space, address)
  const source = registry.find('X')?.id
  if (owner === undefined || source === undefined) return false
  const route = { source, destination: network.blockchainID }
  const assetID = network.nativeAssetID
  await createOutput(store, atomicOutputs(store, route), { owner, assetID }, funding)
  return true
}
