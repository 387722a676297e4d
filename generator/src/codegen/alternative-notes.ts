import { resolveType } from '../model/lookup.ts'
import type { Api, Property, Type } from '../model/types.ts'
import { docText } from './jsdoc.ts'
import { codeSpan } from './template.ts'
import { lineText } from './quote.ts'
import { labelText, type ScalarType, typeLabels } from './type-label.ts'

/**
 * Returns the text of the doc comment of a type or member. It lists the described alternatives of a union,
 * because editors do not show comments inside of unions.
 */
export function elementDoc(
  api: Api,
  { doc, schema, type }: Pick<Property, 'doc' | 'schema' | 'type'>,
): string {
  // The doc comment of a named union is that of its own declaration.
  const texts = type.kind === 'union' ? alternativeTexts(api, type) : []
  const items = texts.map((text) => `- ${text}`)
  return docText(doc, { schema, notes: [items.join('\n')] })
}

/** Returns the label and description of each described alternative of a union. */
export function alternativeTexts(api: Api, type: Type): readonly string[] {
  const union = resolveType(api, type)
  if (union.kind !== 'union') return []
  // One type and null need no explanation.
  if (union.members.filter(({ kind, doc }) => kind !== 'null' || doc).length < 2) return []
  return union.members.flatMap((member) => {
    const { summary, description } = member.doc ?? {}
    // The name of a type repeats its title.
    const isNamed = member.kind === 'ref' && description !== undefined
    const parts = isNamed ? [description] : [summary, description]
    const text = lineText(parts.filter((part) => part !== undefined).join(': '))
    return text === '' ? [] : `${codeSpan(labelOf(api, member)).text}: ${text}`
  })
}

/** Returns a short text for a type: its name, or the kind of its values in programs. */
function labelOf(api: Api, type: Type): string {
  const scalar = (one: ScalarType): string => (one.kind === 'numeric' ? one.as : one.kind)
  return labelText(typeLabels(api, { scalar, named: (_id, name) => name })(type))
}
