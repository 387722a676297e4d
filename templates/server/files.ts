import type { OutputFile, TargetOptions } from 'rpcloom/codegen'
import { type Api, serverSide } from 'rpcloom/model'
import { groupModule } from './group.ts'
import { packageFiles } from './package.ts'
import { indexModule } from './root.ts'

/** Returns the files of the server package. */
export function serverFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  const served = serverSide(api)
  const groups = served.groups.map((group) => groupModule(api, group, options))
  return [...packageFiles(api, options), indexModule(api, options), ...groups]
}
