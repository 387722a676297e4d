import { type Api, clientGroups, type Group } from 'rpcloom/model'
import { type ContextType, plainContext, type Scope } from 'rpcloom/codegen'

/** Entry of the runtime whose types appear in generated declarations. */
export const runtime = '@rpcloom/rpc/server'
/** Entry of the runtime with the functions that generated code calls. */
export const codegen = '@rpcloom/rpc/codegen/server'

/** Entry of the runtime with channels. */
export const channels = '@rpcloom/rpc/channels'

/** Parameters shared by the functions that print the module of a group. */
export interface GroupContext {
  readonly api: Api
  readonly group: Group
  readonly scope: Scope
  /** Name of the types package. */
  readonly types: string
  /** The type of the second argument of handlers. */
  readonly ctx: ContextType
}

/** Returns the context of the handlers of an API, which has the calls of what clients implement. */
export function contextOf(api: Api, types: string): ContextType {
  return clientGroups(api).length === 0
    ? plainContext
    : { from: `${types}/peer`, name: 'ServerContext' }
}

/** Names exported by the module of a group. */
export interface GroupExports {
  /** Name of the table, such as `pChainGroup`. */
  readonly table: string
  /** Name of the error factories, such as `pChainErrors`. */
  readonly errors: string
  /** Name of the interface of handlers, such as `PChainHandlers`. */
  readonly handlers: string
}

export function exportsOf({ key, typeName }: Group): GroupExports {
  const stem = key.replace(/[^\p{ID_Continue}$]|\p{Default_Ignorable_Code_Point}/gu, '_')
  return { table: `${stem}Group`, errors: `${stem}Errors`, handlers: `${typeName}Handlers` }
}
