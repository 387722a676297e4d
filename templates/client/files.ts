import {
  documentsText,
  type OutputFile,
  quoteString,
  type TargetOptions,
  typesPackage,
} from 'rpcloom/codegen'
import { type Api, hasPeer, serverSide } from 'rpcloom/model'
import { constantsModule } from './constants.ts'
import { errorsModule } from './errors.ts'
import { ethereumModules, viemPath } from './ethereum.ts'
import { groupModule } from './group.ts'
import { indexModule } from './root.ts'
import { packageFiles } from './package.ts'
import { peerModule } from './peer.ts'
import { reasonsModule } from './reasons.ts'
import { serversModule } from './servers.ts'
import { isStandalone } from './standalone.ts'
import { validateModule } from './validate.ts'

/** Returns the modules of groups of which only clients implement methods: the types of their handlers. */
function typesOnly(api: Api, types: string): readonly OutputFile[] {
  const served = new Set(serverSide(api).groups)
  return api.groups
    .filter((group) => !served.has(group))
    .map(({ slug, file }) => ({
      kind: 'typescript',
      path: `src/${slug}.ts`,
      from: documentsText([file]),
      imports: [],
      statements: [`export type * from ${quoteString(`${types}/${slug}`)}`],
    }))
}

/** Returns the files of the client package. */
export function clientFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  // Folder of the documentation pages, relative to the folder of this package.
  const docs = options.siblings['docs'] === undefined ? undefined : 'docs'
  const types = typesPackage(api, options)
  const served = serverSide(api)
  const groups = served.groups.map((group) => groupModule(api, group, { types, docs }))
  return [
    ...packageFiles(api, options),
    indexModule(served, groups, types),
    // The peer needs the runtime of servers, of which standalone files have a copy.
    ...(isStandalone(options.options) && !hasPeer(api) ? [] : [peerModule(api, types)]),
    errorsModule(api, types),
    ...constantsModule(api),
    ...serversModule(served),
    ...reasonsModule(api, types),
    ...groups.map(({ file }) => file),
    ...typesOnly(api, types),
    // Standalone files must not import packages, so the module for viem is omitted.
    ...ethereumModules(served, types).filter(
      ({ path }) => !isStandalone(options.options) || path !== viemPath,
    ),
    ...validateModule(served, types),
  ]
}
