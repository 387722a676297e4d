import type { SigningParts } from '../evm/signing.ts'
import type { DevChain } from '../../dev/dev-chain.ts'

export interface CDevParts extends DevChain {
  readonly signing: SigningParts
  readonly version: string
}
