import { defineTarget, type OutputFile, type Target } from 'rpcloom/codegen'
import { groupModule } from './group.ts'
import { packageFiles } from './package.ts'
import { indexModule } from './root.ts'
import { serverScaffold } from './scaffold/scaffold.ts'

/**
 * The server package: handler interfaces and tables for each group, and `createServer` for all groups.
 */
export const server: Target = defineTarget({
  name: 'server',
  // This module is compiled to dist/server; templates are read from the source folder.
  templateFolder: new URL('../../server/', import.meta.url),
  files(api, options): readonly OutputFile[] {
    const groups = api.groups.map((group) => groupModule(api, group, options))
    return [...packageFiles(api, options), indexModule(api, options), ...groups]
  },
  scaffold: serverScaffold,
})
