import type { Api, RpcErrorSpec, TypeId } from 'rpcloom/model'
import type { Leaf, Target } from '../page/leaf.ts'
import type { Addresses } from './addresses.ts'
import type { Bundles } from './bundles.ts'
import type { ImplementedByClients } from './client-groups.ts'
import type { Catalogue, Member } from './catalogue.ts'
import type { SiteOptions } from './site-options.ts'
import type { Labels } from './type-label.ts'

export interface SiteContext {
  readonly api: Api
  readonly options: SiteOptions
  readonly addresses: Addresses
  readonly labels: Labels
  readonly catalogue: Catalogue
  readonly bundles: Bundles
  readonly implemented: ImplementedByClients
  /**
   * Whether some methods are not public. If all methods are public, pages do not mention
   * availability.
   */
  readonly showsAvailability: boolean
  /**
   * Returns the client package's entry points that export a type. The entry point of the type's own
   * document comes first.
   */
  readonly entriesOf: (id: TypeId) => readonly string[]
  /** Returns links to the guides that use a method. */
  readonly guidesOf: (member: Member) => readonly { readonly link: Leaf; readonly about: string }[]
  /** Returns the link target of an error, on the error page of its group or of all groups. */
  readonly errorTarget: (error: RpcErrorSpec) => Target
}
