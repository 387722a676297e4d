import { secondsOf } from '../../chain/clock.ts'
import type { CChain } from './c-chain.ts'
import type { EvmHeader } from './header.ts'

/**
 * Returns the header that a block would have if it were built now, before any transaction is run.
 */
export function nextHeader({ vm, clock }: Pick<CChain, 'vm' | 'clock'>): EvmHeader {
  const { header } = vm.tip
  const now = secondsOf(clock)
  return vm.draft(now > header.timestamp ? now : header.timestamp)
}
