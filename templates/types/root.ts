import type { Api, Group } from 'rpcloom/model'
import { documentsText, type SourceOutput, typeExports } from 'rpcloom/codegen'

/** Module of the runtime for the types package. */
export const runtime = '@rpcloom/rpc/codegen'

/** The entry of the package. */
export function indexModule(api: Api): SourceOutput {
  return {
    kind: 'typescript',
    path: 'src/index.ts',
    from: documentsText(api.groups.map(({ file }) => file)),
    imports: [],
    statements: [
      [
        "export { errors, errorsByMethod, type ErrorsByMethod } from './errors.ts'",
        "export { documentVersions } from './versions.ts'",
      ].join('\n'),
    ],
  }
}

/** The entry of a group: every type that its methods use. */
export function groupModule(api: Api, group: Group): SourceOutput {
  const path = `src/${group.slug}.ts`
  const statements = typeExports(api, group, path)
  return {
    kind: 'typescript',
    path,
    from: group.file,
    imports: [],
    // A file without exports would be a script.
    statements: statements.length === 0 ? ['export {}'] : statements,
  }
}
