import { defineTarget, type OutputFile, type Target } from 'rpcloom/codegen'
import { groupModule } from './group.ts'
import { packageFiles } from './package.ts'
import { indexModule } from './root.ts'

/** The mock package: types to configure each method, and the mock over the server package. */
export const mock: Target = defineTarget({
  name: 'mock',
  // Templates are read from the sources; this module is compiled to dist/mock.
  templateFolder: new URL('../../mock/', import.meta.url),
  files(api, options): readonly OutputFile[] {
    return [
      ...packageFiles(api, options),
      indexModule(api, options),
      ...api.groups.map((group) => groupModule(api, group, options)),
    ]
  },
})
