import type { Api, Group } from 'rpcloom/model'
import type { Scope, TargetOptions, ValidatorsModule } from 'rpcloom/codegen'

/** Public module of the runtime. */
export const runtime = '@rpcloom/rpc/server'
/** Module of the runtime for generated code. */
export const codegen = '@rpcloom/rpc/codegen/server'

/** Context of the parts of a group's module. */
export interface GroupContext {
  readonly api: Api
  readonly group: Group
  readonly path: string
  readonly scope: Scope
  readonly validators: ValidatorsModule
  /** Name of the types package. */
  readonly types: string
}

/** Returns the types package of this run, else of the same scope. */
export function typesPackage(api: Pick<Api, 'scope'>, { siblings }: TargetOptions): string {
  return siblings['types'] ?? `${api.scope}/types`
}

/** Names exported by the module of a group. */
export interface GroupExports {
  /** `pChainGroup` */
  readonly table: string
  /** `pChainErrors` */
  readonly errors: string
  /** `PChainHandlers` */
  readonly handlers: string
}

/** Returns the names of a group's exports. */
export function exportsOf({ key, typeName }: Group): GroupExports {
  const stem = key.replace(/[^\p{ID_Continue}$]|\p{Default_Ignorable_Code_Point}/gu, '_')
  return { table: `${stem}Group`, errors: `${stem}Errors`, handlers: `${typeName}Handlers` }
}
