import type { Api, Group } from 'rpcloom/model'
import { openScope, type Scope, type TargetOptions } from 'rpcloom/emit'

/** Module of the runtime that users import, too. */
export const runtime = '@rpcloom/rpc/client'
/** Module of the runtime that is there for generated code. */
export const codegen = '@rpcloom/rpc/codegen/client'

/** Everything that the parts of a group's module share. */
export interface GroupContext {
  readonly api: Api
  readonly group: Group
  readonly scope: Scope
  /** Name of the types package. */
  readonly types: string
  /** Folder of the documentation, where the configuration has one. */
  readonly docs: string | undefined
  /** Exported name of the function that subscribes, where the group has events. */
  readonly subscribe: string | undefined
  /** Exported names of the GET routes, by method and route: `health.health readiness`. */
  readonly routes: ReadonlyMap<string, string>
}

/** The types package of the same run; where this run emits none, that of the same scope. */
export function typesPackage(api: Pick<Api, 'scope'>, options: TargetOptions): string {
  return options.siblings['types'] ?? `${api.scope}/types`
}

/** Opens the scope of a file whose document types are those that a group of the types package exports. */
export function groupScope(
  { api, group, types }: Pick<GroupContext, 'api' | 'group' | 'types'>,
  path: string,
  own: Iterable<string>,
): Scope {
  return openScope(api, path, own, { from: `${types}/${group.slug}` })
}
