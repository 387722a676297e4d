import type { Api, Group } from 'rpcloom/model'
import { quoteString, remembered, type SourceOutput } from 'rpcloom/emit'
import { runtime } from './root.ts'

/** The bundled document of a group, as text that is parsed on first use. */
export const documentModule: typeof makeModule = remembered(makeModule)

function makeModule(_: Api, group: Group): SourceOutput {
  return {
    kind: 'typescript',
    path: `src/documents/${group.slug}.ts`,
    from: group.file,
    imports: [{ from: runtime, name: 'JsonObject', type: true }],
    statements: [
      `const text = ${quoteString(JSON.stringify(group.bundle))}`,
      'let parsed: JsonObject | undefined',
      `/** Returns the OpenRPC document, with every external reference resolved. */
export function document(): JsonObject {
  parsed ??= JSON.parse(text) as JsonObject
  return parsed
}`,
    ],
  }
}
