import type { OutputFile, TargetOptions } from 'rpcloom/codegen'
import type { Api } from 'rpcloom/model'
import { groupModule } from './group.ts'
import { packageFiles } from './package.ts'
import { indexModule } from './root.ts'

/** Returns the files of the mock package. */
export function mockFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  return [
    ...packageFiles(api, options),
    indexModule(api, options),
    ...api.groups.map((group) => groupModule(api, group, options)),
  ]
}
