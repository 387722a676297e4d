import type { Api, Group } from 'rpcloom/model'
import { documentsText, type SourceOutput, typeExports } from 'rpcloom/codegen'

/** Module of the runtime for generated types packages. */
export const runtime = '@rpcloom/rpc/codegen'

/** Returns the entry of the package. */
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

/** Returns the entry of a group, with every type that its methods use. */
export function groupModule(api: Api, group: Group): SourceOutput {
  const path = `src/${group.slug}.ts`
  const statements = typeExports(api, group, path)
  return {
    kind: 'typescript',
    path,
    from: documentsText([group.file]),
    imports: [],
    // Without an export, the file would not be a module.
    statements: statements.length === 0 ? ['export {}'] : statements,
  }
}
