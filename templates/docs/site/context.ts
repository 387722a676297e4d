import type { Api, Method, Group, RpcErrorSpec } from 'rpcloom/model'
import type { Target } from '../page/leaf.ts'
import type { Addresses } from './addresses.ts'
import type { Catalogue } from './catalogue.ts'
import type { SiteOptions } from './site-options.ts'
import type { Labels } from './type-label.ts'

/** What every page is made from. */
export interface SiteContext {
  readonly api: Api
  readonly options: SiteOptions
  readonly addresses: Addresses
  readonly labels: Labels
  readonly catalogue: Catalogue
  /** Whether some of it is not for everybody: where all is, nothing needs to say so. */
  readonly tellsReach: boolean
  /** Where the page of an error's group, or of all groups, tells of it. */
  readonly errorTarget: (error: RpcErrorSpec) => Target
}

/** A method and the group that it belongs to. */
export interface Member {
  readonly group: Group
  readonly method: Method
}
