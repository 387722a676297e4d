import type { Api, Group } from 'rpcloom/model'
import { openScope, type Scope, type TargetOptions } from 'rpcloom/codegen'

/** Public module of the runtime that generated clients import. */
export const runtime = '@rpcloom/rpc/client'
/** Module of the runtime that only generated code imports. */
export const codegen = '@rpcloom/rpc/codegen/client'

/** Context for generating the parts of a group's module. */
export interface GroupContext {
  readonly api: Api
  readonly group: Group
  readonly scope: Scope
  /** Name of the types package. */
  readonly types: string
  /** Folder of the documentation, if configured. */
  readonly docs: string | undefined
  /** Exported name of the subscribe function if the group has events. */
  readonly subscribe: string | undefined
  /** Exported names of the GET routes, by method and route: `health.health readiness`. */
  readonly routes: ReadonlyMap<string, string>
}

/** Returns the name of the types package: that of this run, or else one with the same scope. */
export function typesPackage(api: Pick<Api, 'scope'>, options: TargetOptions): string {
  return options.siblings['types'] ?? `${api.scope}/types`
}

/** Opens the scope of a file that uses the document types exported by a group of the types package. */
export function groupScope(
  { api, group, types }: Pick<GroupContext, 'api' | 'group' | 'types'>,
  path: string,
  own: Iterable<string>,
): Scope {
  return openScope(api, path, own, { from: `${types}/${group.slug}` })
}
