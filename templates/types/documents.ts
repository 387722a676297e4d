import { formatsOf } from '@rpcloom/rpc/internal'
import { jsonText } from 'rpcloom/emit'
import type { Api, Group } from 'rpcloom/model'
import { quoteString, type SourceOutput } from 'rpcloom/emit'
import { runtime } from './root.ts'

/** The self-contained document of a group, as text that is parsed on first use. */
export function documentModule(_: Api, group: Group): SourceOutput {
  const json = 'losslessJson.parse(text) as JsonObject'
  const isPlain = formatsOf(group.bundle) === undefined
  return {
    kind: 'typescript',
    path: `src/documents/${group.slug}.ts`,
    from: group.file,
    imports: [
      { from: runtime, name: 'JsonObject', type: true },
      { from: runtime, name: 'losslessJson', type: false },
      ...(isPlain
        ? []
        : [
            { from: runtime, name: 'withFormats', type: false },
            { from: '../formats.ts', name: 'formats', type: false },
          ]),
    ],
    statements: [
      `/** The document as JSON text. */
export const text: string = ${quoteString(jsonText(group.bundle))}`,
      'let parsed: JsonObject | undefined',
      `/**
 * Returns the OpenRPC document, with every external reference resolved. Integers beyond 2^53 are bigints, which
 * \`JSON.stringify\` refuses: \`text\` is the document as JSON.
 */
export function document(): JsonObject {
  parsed ??= ${isPlain ? json : `withFormats(${json}, formats)`}
  return parsed
}`,
    ],
  }
}
