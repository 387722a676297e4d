import { type OutputFile, type TargetOptions, typesPackage } from 'rpcloom/codegen'
import { type Api, serverSide } from 'rpcloom/model'
import { groupModule } from './group.ts'
import { packageFiles } from './package.ts'
import { indexModule } from './root.ts'

/** Returns the files of the query package. */
export function queryFiles(all: Api, options: TargetOptions): readonly OutputFile[] {
  const api = serverSide(all)
  const types = typesPackage(api, options)
  return [
    ...packageFiles(api, options),
    indexModule(api, types),
    ...api.groups.map((group) => groupModule(api, group, types)),
  ]
}
