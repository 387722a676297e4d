import type { Api, Group } from 'rpcloom/model'
import { quoteString, remembered, type SourceOutput } from 'rpcloom/emit'

/** Path of the module that holds a group's document. */
export function documentPath(group: Group): string {
  return `src/documents/${group.slug}.ts`
}

/** The bundled document as text that is parsed when it is first asked for. */
export const documentModule: typeof makeModule = remembered(makeModule)

function makeModule(_: Api, group: Group): SourceOutput {
  return {
    kind: 'typescript',
    path: documentPath(group),
    from: group.file,
    imports: [{ from: '@rpcloom/rpc', name: 'JsonObject', type: true }],
    statements: [
      `const text = ${quoteString(JSON.stringify(group.bundle))}`,
      'let parsed: JsonObject | undefined',
      `/** The document that \`rpc.discover\` answers. */
export function document(): JsonObject {
  parsed ??= JSON.parse(text) as JsonObject
  return parsed
}`,
    ],
  }
}
