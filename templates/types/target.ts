import {
  defineTarget,
  documentVersionsModule,
  formatsModule,
  type OutputFile,
  type Target,
  typeModules,
} from 'rpcloom/codegen'
import { documentModules } from './documents.ts'
import { errorsModule } from './errors.ts'
import { methodsModule } from './methods.ts'
import { packageFiles } from './package.ts'
import { groupModule, indexModule, runtime } from './root.ts'

/**
 * The types package: types, method descriptors, errors and documents. Used by the client, server and mock
 * packages.
 */
export const types: Target = defineTarget({
  name: 'types',
  // Templates are read from the sources; this module is compiled to dist/types.
  templateFolder: new URL('../../types/', import.meta.url),
  files(api, options): readonly OutputFile[] {
    return [
      ...packageFiles(api, options),
      indexModule(api),
      errorsModule(api),
      documentVersionsModule(api, runtime),
      ...api.groups.flatMap((group) => [
        groupModule(api, group),
        methodsModule(api, group),
        ...documentModules(group),
      ]),
      ...formatsModule(api),
      ...typeModules(api),
    ]
  },
})
