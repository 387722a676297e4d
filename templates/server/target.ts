import { defineTarget, type OutputFile, type Target, validatorsModule } from 'rpcloom/codegen'
import { typesPackage } from './context.ts'
import { groupModule } from './group.ts'
import { packageFiles } from './package.ts'
import { indexModule } from './root.ts'
import { serverScaffold } from './scaffold/scaffold.ts'

/**
 * The server package: handler interfaces, validators and tables for each group, and `createServer` for all
 * groups.
 */
export const server: Target = defineTarget({
  name: 'server',
  // This module is compiled to dist/server; templates are read from the source folder.
  templateFolder: new URL('../../server/', import.meta.url),
  files(api, options): readonly OutputFile[] {
    const parts = api.groups.map((group) => {
      const validators = validatorsModule(api, group, typesPackage(api, options))
      return [groupModule(api, group, validators, options), validators.file]
    })
    return [...packageFiles(api, options), indexModule(api, options), ...parts.flat()]
  },
  scaffold: serverScaffold,
})
