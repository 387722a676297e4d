import { type Api, serverSide } from 'rpcloom/model'
import { docText, interfaceKey, type Scaffold, type ScaffoldOptions } from 'rpcloom/codegen'
import { exportsOf } from '../context.ts'
import { projectFiles } from './files.ts'
import { stubClasses } from './stubs.ts'

/** Returns a project that the user owns: classes with a stub for each method, and a program that serves them. */
export function serverScaffold(all: Api, options: ScaffoldOptions): Scaffold {
  const api = serverSide(all)
  const { packageName, dependency } = options
  return {
    packageName,
    dependency,
    classes: api.groups.flatMap((group) => stubClasses(api, group, packageName)),
    composition: {
      path: 'src/handlers.ts',
      doc: docText({
        summary: 'The handlers of every group. Methods of an omitted group return error -32601.',
      }),
      type: 'Handlers',
      function: 'createServer',
      groups: api.groups.map((group) => ({
        key: group.key,
        of: interfaceKey({
          module: `${packageName}/${group.slug}`,
          interfaceName: exportsOf(group).handlers,
        }),
      })),
    },
    files: projectFiles(api, options),
  }
}
