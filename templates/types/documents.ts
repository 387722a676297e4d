import { formatsOf } from '@rpcloom/schema/internal'
import { documentsText, jsonText, quoteString, type SourceOutput } from 'rpcloom/codegen'
import { type Group, isPartlyPublic, type JsonObject, publicDocument } from 'rpcloom/model'
import { runtime } from './root.ts'

/**
 * Returns the modules with the documents of a group: the whole document, and the document of public servers
 * if these hide some methods.
 */
export function documentModules(group: Group): readonly SourceOutput[] {
  const whole = documentModule(group, {
    path: `src/documents/${group.slug}.ts`,
    json: group.bundle,
    isPlain: formatsOf(group.bundle) === undefined,
  })
  if (!isPartlyPublic(group)) return [whole]
  const ofPublic = documentModule(group, {
    path: `src/documents/public/${group.slug}.ts`,
    json: publicDocument(group),
    isPlain: true,
  })
  return [whole, ofPublic]
}

/** Returns constants for a document. The document is parsed on first use. */
function documentModule(
  { file }: Group,
  {
    path,
    json,
    isPlain,
  }: { readonly path: string; readonly json: JsonObject; readonly isPlain: boolean },
): SourceOutput {
  const value = 'losslessJson.parse(text) as JsonObject'
  return {
    kind: 'typescript',
    path,
    from: documentsText([file]),
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
export const text: string = ${quoteString(jsonText(json))}`,
      'let parsed: JsonObject | undefined',
      `/**
 * Returns the OpenRPC document, with every external reference resolved. Integers beyond 2^53 are bigints, which
 * \`JSON.stringify\` rejects. Use \`text\` for the document as JSON.
 */
export function document(): JsonObject {
  parsed ??= ${isPlain ? value : `withFormats(${value}, formats)`}
  return parsed
}`,
    ],
  }
}
