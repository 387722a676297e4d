import type { ChainDevTools } from '../../dev/dev-tools.ts'
import type { Store } from '../../store/store.ts'
import type { OpenedCChain } from '../open.ts'
import type { SigningParts } from '../rpc/signing.ts'
import type { Impersonation } from './impersonation.ts'
import type { Mining } from './mining.ts'

export interface CDevParts {
  readonly opened: () => Promise<OpenedCChain>
  readonly store: () => Promise<Store>
  readonly dev: ChainDevTools
  readonly mining: Mining
  readonly impersonation: Impersonation
  readonly signing: SigningParts
  readonly version: string
}
