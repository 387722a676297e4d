import type { Api, Group } from 'rpcloom/model'
import type { Scope, TargetOptions, ValidatorsModule } from 'rpcloom/codegen'

/** Entry of the runtime whose types appear in generated declarations. */
export const runtime = '@rpcloom/rpc/server'
/** Entry of the runtime with the functions that generated code calls. */
export const codegen = '@rpcloom/rpc/codegen/server'

/** The functions that print a group's module pass this to each other. */
export interface GroupContext {
  readonly api: Api
  readonly group: Group
  readonly path: string
  readonly scope: Scope
  readonly validators: ValidatorsModule
  /** Name of the types package. */
  readonly types: string
}

/** Returns the name of the types package, also if this run does not emit it. */
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

export function exportsOf({ key, typeName }: Group): GroupExports {
  const stem = key.replace(/[^\p{ID_Continue}$]|\p{Default_Ignorable_Code_Point}/gu, '_')
  return { table: `${stem}Group`, errors: `${stem}Errors`, handlers: `${typeName}Handlers` }
}
