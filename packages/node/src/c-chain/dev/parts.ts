import type { SigningParts } from '../rpc/signing.ts'
import type { DevChain } from './dev-chain.ts'

export interface CDevParts extends DevChain {
  readonly signing: SigningParts
  readonly version: string
}
