import { defineTarget, type OutputFile, type Target } from 'rpcloom/codegen'
import { constantsModule } from './constants.ts'
import { typesPackage } from './context.ts'
import { errorsModule } from './errors.ts'
import { ethereumModules, viemPath } from './ethereum.ts'
import { groupModule } from './group.ts'
import { indexModule } from './root.ts'
import { packageFiles } from './package.ts'
import { reasonsModule } from './reasons.ts'
import { serversModule } from './servers.ts'
import { validateModule } from './validate.ts'

/** The client package: a module for each group, and a client with all groups. */
export const client: Target = defineTarget({
  name: 'client',
  // Templates are read from the sources; this module is compiled to dist/client.
  templateFolder: new URL('../../client/', import.meta.url),
  files(api, options): readonly OutputFile[] {
    // Folder of the documentation pages, relative to the folder of this package.
    const docs = options.siblings['docs'] === undefined ? undefined : 'docs'
    const types = typesPackage(api, options)
    const groups = api.groups.map((group) => groupModule(api, group, { types, docs }))
    return [
      ...packageFiles(api, options),
      indexModule(api, groups, types),
      errorsModule(api, types),
      ...constantsModule(api),
      ...serversModule(api),
      ...reasonsModule(api, types),
      ...groups.map(({ file }) => file),
      // Standalone files must not import packages, so the module for viem is omitted.
      ...ethereumModules(api, types).filter(
        ({ path }) => options.options['standalone'] !== true || path !== viemPath,
      ),
      ...validateModule(api, types),
    ]
  },
})
