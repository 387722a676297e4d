import type { KeywordTable } from './keyword.ts'

/** Keywords that describe a value without restricting it; some come from OpenAPI. */
export const annotationKeywords: KeywordTable = {
  $comment: { form: 'text', kind: 'annotation' },
  title: { form: 'text', kind: 'annotation' },
  description: { form: 'text', kind: 'annotation' },
  default: { kind: 'annotation' },
  deprecated: { form: 'flag', kind: 'annotation' },
  example: { kind: 'annotation' },
  examples: { form: 'list', kind: 'annotation' },
  readOnly: { form: 'flag', kind: 'annotation' },
  writeOnly: { form: 'flag', kind: 'annotation' },
  externalDocs: { kind: 'annotation' },
  xml: { kind: 'annotation' },
  discriminator: { kind: 'annotation' },
}
