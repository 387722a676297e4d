import type { Api, Group } from 'rpcloom/model'
import type { Scope, ShapeWriter, ValidatorsModule } from 'rpcloom/emit'

/** Module of the runtime that emitted servers import. */
export const runtime = '@rpcloom/rpc/server'

/** Everything that the parts of a group's module share. */
export interface GroupContext {
  readonly api: Api
  readonly group: Group
  readonly path: string
  readonly scope: Scope
  readonly shape: ShapeWriter['shape']
  readonly validators: ValidatorsModule
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
  const stem = key.replace(/[^\p{ID_Continue}$]/gu, '_')
  return { table: `${stem}Group`, errors: `${stem}Errors`, handlers: `${typeName}Handlers` }
}
