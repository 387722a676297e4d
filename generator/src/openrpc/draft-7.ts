import { formatTest, patternKind } from '@rpcloom/schema/internal'
import { jsonText } from '../json/text.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { isArray, isObject } from '../json/pointer.ts'

/** A keyword whose value is accepted although the published meta-schema rejects it. */
export interface Refused {
  readonly keyword: string
  readonly message: string
}

/**
 * Returns the keywords of a schema that violate draft 7, which OpenRPC's meta-schema requires.
 * Other drafts may allow the keywords.
 */
export function refusedByDraft7(schema: JsonObject): readonly Refused[] {
  return Object.entries(rules).flatMap(([keyword, ruleOf]) => {
    const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
    const message = value === undefined ? undefined : ruleOf(value)
    return message === undefined ? [] : [{ keyword, message }]
  })
}

/**
 * Returns a message if the value of a keyword violates draft 7. Values of the wrong type are
 * reported elsewhere.
 */
type Rule = (value: Json) => string | undefined

const filled: Rule = (value) =>
  isArray(value) && value.length === 0 ? 'The list is empty.' : undefined

const distinct: Rule = (value) => {
  if (!isArray(value)) return undefined
  const seen = new Set<string>()
  for (const text of value.map((item) => jsonText(item))) {
    if (seen.has(text)) return `${text.slice(0, 80)} is listed twice.`
    seen.add(text)
  }
  return undefined
}

const limit: Rule = (value) =>
  typeof value === 'boolean'
    ? 'A boolean is draft 4 syntax; since draft 6 the value is the limit itself.'
    : undefined

const uri: Rule = (value) => notOf('uri', 'a URI with a scheme', value)
const uriReference: Rule = (value) => notOf('uri-reference', 'a URI reference', value)

function notOf(format: string, expected: string, value: Json): string | undefined {
  return formatTest(format)?.(value) === false
    ? `${jsonText(value).slice(0, 80)} is not ${expected}.`
    : undefined
}

const rules: Readonly<Record<string, Rule>> = {
  $id: uriReference,
  $schema: uri,
  allOf: filled,
  anyOf: filled,
  enum: (value) => filled(value) ?? distinct(value),
  exclusiveMaximum: limit,
  exclusiveMinimum: limit,
  items: filled,
  multipleOf: (value) =>
    (typeof value === 'number' || typeof value === 'bigint') && value <= 0
      ? 'The value must be greater than 0.'
      : undefined,
  oneOf: filled,
  patternProperties: (value) => (isObject(value) ? noPattern(Object.keys(value)) : undefined),
  required: distinct,
  type: distinct,
}

function noPattern(names: readonly string[]): string | undefined {
  const wrong = names.find((name) => patternKind(name) === 'none')
  return wrong === undefined ? undefined : `${jsonText(wrong)} is not a regular expression.`
}
