import { rangeLabels } from '@rpcloom/schema/internal'
import type { Deprecation, Doc, Schema } from '../model/types.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { isNumber } from '../json/members.ts'
import { commentText, jsonLiteral, lineText } from './quote.ts'

/** Content of a doc comment in addition to the element's description. */
export interface DocParts {
  readonly schema?: Schema
  /** Code of an example, as a user would write it. */
  readonly example?: string | undefined
  readonly since?: string | undefined
  /** Targets of `@see`: plain text or a link. */
  readonly see?: readonly string[]
  readonly notes?: readonly string[]
  /** Block tags in order, such as `['param address', 'Whose balance']`. */
  readonly tags?: readonly (readonly [tag: string, text: string])[]
}

/** Returns the text of a doc comment without its delimiters. Empty if there is nothing to document. */
export function docText(doc: Doc, parts: DocParts = {}): string {
  const prose = [doc.summary, doc.description === doc.summary ? undefined : doc.description]
  const properties = parts.schema === undefined ? '' : schemaProperties(parts.schema)
  const paragraphs = [...prose, properties, ...(parts.notes ?? [])].map((text) =>
    commentText(text ?? ''),
  )
  return [...paragraphs.filter((text) => text !== ''), tags(doc, parts).join('\n')]
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Returns the text of `@deprecated`: the version, the replacement, the reason. */
export function deprecationText({ since, replacedBy, reason }: Deprecation): string {
  const sentences = [
    since === undefined ? '' : `Since ${since}.`,
    replacedBy === undefined ? '' : `Use ${replacedBy}.`,
    reason ?? '',
  ]
  return lineText(sentences.filter((sentence) => sentence !== '').join(' '))
}

function tags(doc: Doc, { example, since, see = [], tags: others = [] }: DocParts): string[] {
  const { deprecated, externalDocs } = doc
  const links = [
    ...(externalDocs === undefined || !isPage(externalDocs.url)
      ? []
      : [`${externalDocs.url} ${externalDocs.description ?? ''}`]),
    ...see,
  ]
  return [
    ...(deprecated === undefined ? [] : [`@deprecated ${deprecationText(deprecated)}`.trim()]),
    ...(since === undefined ? [] : [`@since ${lineText(since)}`]),
    ...others.map(([tag, text]) => `@${tag} ${lineText(text)}`.trim()),
    ...(example === undefined ? [] : [`@example\n${exampleText(example)}`]),
    ...links.map((link) => `@see ${lineText(link)}`),
  ]
}

/** Whether a link is a relative path or an HTTP(S) URL. Other URLs, such as `javascript:`, are not linked. */
function isPage(url: string): boolean {
  return !URL.canParse(url) || /^https?:$/.test(new URL(url).protocol)
}

/**
 * Returns the code of an example with unchanged layout. An asterisk followed by a slash would end the doc
 * comment, so a backslash is inserted between them. In a JavaScript string, this backslash has no effect.
 */
function exampleText(code: string): string {
  return code.replace(/\*\//g, '*\\/')
}

function schemaProperties({ json }: Schema): string {
  if (typeof json === 'boolean') return ''
  const properties = [
    labelled('Format', json['format']),
    labelled('Unit', json['x-unit']),
    ...(hasOwnBounds(json) ? [range('Range', json['minimum'], json['maximum'])] : []),
    range('Length', json['minLength'], json['maxLength']),
    range('Items', json['minItems'], json['maxItems']),
    json['default'] === undefined ? '' : `Default: \`${shown(json['default'])}\`.`,
    json['x-secret'] === true ? 'Secret: never logged.' : '',
  ]
  return properties.filter((text) => text !== '').join(' ')
}

/** Whether a schema's bounds are not implied by an integer format such as `uint64`. */
function hasOwnBounds(json: JsonObject): boolean {
  const { format } = json
  return typeof format !== 'string' || !/^u?int\d+$/.test(format)
}

function labelled(label: string, value: Json | undefined): string {
  return typeof value === 'string' ? `${label}: ${value}.` : ''
}

function range(label: string, low: Json | undefined, high: Json | undefined): string {
  const [text] = rangeLabels(isNumber(low) ? low : undefined, isNumber(high) ? high : undefined)
  return labelled(label, text)
}

/** Formats a bigint as in the document, without the suffix `n`. */
function shown(value: Json): string {
  return typeof value === 'bigint' ? String(value) : jsonLiteral(value)
}
