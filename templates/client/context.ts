import type { Api, Group } from 'rpcloom/model'
import type { Scope, ShapeWriter } from 'rpcloom/emit'

/** Module of the runtime that emitted clients import. */
export const runtime = '@rpcloom/rpc/client'

/** Everything that the parts of a group's module share. */
export interface GroupContext {
  readonly api: Api
  readonly group: Group
  readonly scope: Scope
  /** Name of the constant with the address of a path: that of the group, or of a method's own server. */
  readonly addresses: ReadonlyMap<string, string>
  readonly shape: ShapeWriter['shape']
  /** Folder of the documentation, where the configuration has one. */
  readonly docs: string | undefined
  /** Exported name of the function that subscribes, where the group has events. */
  readonly subscribe: string | undefined
  /** Exported names of the GET routes, by method and route: `health.health readiness`. */
  readonly routes: ReadonlyMap<string, string>
}
