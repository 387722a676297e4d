import type { Api, Group, Method, RpcErrorSpec, TypeId } from 'rpcloom/model'
import type { Target } from '../page/leaf.ts'
import type { Addresses } from './addresses.ts'
import type { Bundles } from './bundles.ts'
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
  readonly bundles: Bundles
  /** Whether some of it is not for everybody: where all is, nothing needs to say so. */
  readonly tellsReach: boolean
  /** The entries of the client package that export a type, that of its own document first. */
  readonly entriesOf: (id: TypeId) => readonly string[]
  /** Where the page of an error's group, or of all groups, tells of it. */
  readonly errorTarget: (error: RpcErrorSpec) => Target
}

/** What a group says of itself, without what is in it: a page of one method need not know the others. */
export type GroupFrame = Omit<Group, 'methods' | 'namespaces' | 'bundle'>

/** A method and the group that it belongs to. */
export interface Member {
  readonly group: GroupFrame
  readonly method: Method
}

const frames = new WeakMap<Group, GroupFrame>()

/** The frame of a group, the same one each time. */
export function frameOf(group: Group): GroupFrame {
  const known = frames.get(group)
  if (known !== undefined) return known
  const { methods: _methods, namespaces: _namespaces, bundle: _bundle, ...frame } = group
  frames.set(group, frame)
  return frame
}
