import type { OutputFile, TargetOptions } from 'rpcloom/codegen'
import { type Api, clientGroups, serverSide } from 'rpcloom/model'
import { clientGroupModule, groupModule } from './group.ts'
import { packageFiles } from './package.ts'
import { indexModule } from './root.ts'

/** Returns the files of the mock package. */
export function mockFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  const served = serverSide(api)
  return [
    ...packageFiles(served, options),
    indexModule(api, options),
    ...served.groups.map((group) => groupModule(api, group, options)),
    ...clientGroups(api).map((group) => clientGroupModule(api, group, options)),
  ]
}
