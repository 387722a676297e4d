import type { DevTools } from '../../dev/dev-tools.ts'
import type { Store } from '../../store/store.ts'
import type { OpenedCChain } from '../open.ts'
import type { SigningParts } from '../rpc/signing.ts'
import type { Impersonation } from './impersonation.ts'
import type { Mining } from './mining.ts'

/** What the development methods of the C-Chain reach for. */
export interface CDevParts {
  readonly opened: () => Promise<OpenedCChain>
  readonly store: () => Promise<Store>
  readonly dev: DevTools
  readonly mining: Mining
  readonly impersonation: Impersonation
  readonly signing: SigningParts
  readonly version: string
}
