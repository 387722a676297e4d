import type { Api, Group } from 'rpcloom/model'
import { openScope, type Scope } from 'rpcloom/codegen'

/** Module of the runtime for users and generated code. */
export const runtime = '@rpcloom/rpc/client'
/** Module of the runtime for generated code only. */
export const codegen = '@rpcloom/rpc/codegen/client'

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

/** Opens the scope of a file that imports the document types of a group from the types package. */
export function groupScope(
  { api, group, types }: Pick<GroupContext, 'api' | 'group' | 'types'>,
  path: string,
  own: Iterable<string>,
): Scope {
  return openScope(api, path, own, { from: `${types}/${group.slug}` })
}
