import {
  documentVersionsModule,
  formatsModule,
  type OutputFile,
  type TargetOptions,
  typeModules,
} from 'rpcloom/codegen'
import { type Api, reversed } from 'rpcloom/model'
import { documentModules } from './documents.ts'
import { errorsModule } from './errors.ts'
import { clientMethodsModule, methodsModule } from './methods.ts'
import { packageFiles } from './package.ts'
import { peerModules } from './peer.ts'
import { groupModule, indexModule, runtime } from './root.ts'

/** Returns the files of the types package. */
export function typesFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  return [
    ...packageFiles(api, options),
    indexModule(api),
    errorsModule(api),
    documentVersionsModule(api, runtime),
    ...api.groups.flatMap((group) => [
      groupModule(api, group),
      methodsModule(api, group),
      ...(group.clientMethods.length === 0 ? [] : [clientMethodsModule(api, reversed(group))]),
      ...documentModules(group),
    ]),
    ...peerModules(api),
    ...formatsModule(api),
    ...typeModules(api),
  ]
}
