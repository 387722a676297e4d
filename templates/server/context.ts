import type { Api, Group } from 'rpcloom/model'
import type { Scope, TargetOptions, ValidatorsModule } from 'rpcloom/emit'

/** Module of the runtime that users import, too. */
export const runtime = '@rpcloom/rpc/server'
/** Module of the runtime that is there for generated code. */
export const codegen = '@rpcloom/rpc/codegen/server'

/** Everything that the parts of a group's module share. */
export interface GroupContext {
  readonly api: Api
  readonly group: Group
  readonly path: string
  readonly scope: Scope
  readonly validators: ValidatorsModule
  /** Name of the types package. */
  readonly types: string
}

/** The types package of the same run; where this run emits none, that of the same scope. */
export function typesPackage(api: Pick<Api, 'scope'>, { siblings }: TargetOptions): string {
  return siblings['types'] ?? `${api.scope}/types`
}

/** Names that the emitted module of a group exports. */
export interface GroupExports {
  /** `pChainGroup` */
  readonly table: string
  /** `pChainErrors` */
  readonly errors: string
  /** `PChainHandlers` */
  readonly handlers: string
}

/** The names of a group's exports, from its key. */
export function exportsOf({ key, typeName }: Group): GroupExports {
  const stem = key.replace(/[^\p{ID_Continue}$]|\p{Default_Ignorable_Code_Point}/gu, '_')
  return { table: `${stem}Group`, errors: `${stem}Errors`, handlers: `${typeName}Handlers` }
}
