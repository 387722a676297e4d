import { forms, keywordOf, isTypeName, patternKind } from '@rpcloom/schema/internal'
import { checkSchema } from '@rpcloom/schema'
import { isArray, isObject } from '../json/pointer.ts'
import { jsonText } from '../json/text.ts'
import type { JsonObject } from '../json/types.ts'
import { keywordHelp } from './schema-keywords.ts'

/** A keyword with an invalid value, with help on how to correct the value. */
interface MalformedKeyword {
  readonly keyword: string
  readonly message: string
  readonly help: string
}

/** Returns the keywords of a schema whose values are malformed. Nested schemas are not checked. */
export function malformedKeywords(schema: JsonObject): readonly MalformedKeyword[] {
  const found: MalformedKeyword[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    const { form } = keywordOf(keyword) ?? {}
    if (form !== undefined && !forms[form].test(value)) {
      const message = `The keyword \`${keyword}\` must be ${forms[form].expected}.`
      found.push({ keyword, message, help: keywordHelp(keyword, form, value) })
    }
  }
  found.push(...contradictions(schema))
  for (const { message, help } of forgottenProperties(schema)) {
    found.push({ keyword: 'required', message: `${message}.`, help })
  }
  const pattern = schema['pattern']
  if (typeof pattern === 'string' && patternKind(pattern) === 'none') {
    found.push({
      keyword: 'pattern',
      message: 'The pattern is not a valid JavaScript regular expression, so it is not checked.',
      help: 'Write it in ECMA-262 syntax, which has no inline flags such as (?i), no \\A or \\z, and no possessive quantifiers.',
    })
  }
  return found
}

/** Reports an `enum` with values that the `type` of the schema does not allow. */
function contradictions(schema: JsonObject): readonly MalformedKeyword[] {
  const { type, enum: values } = schema
  const words = isArray(type) ? type : [type]
  if (!isArray(values) || values.length === 0) return []
  if (!words.every(isTypeName)) return []
  const others = values.filter((value) => checkSchema({ type: words }, value).length > 0)
  if (others.length === 0) return []
  const message =
    others.length === values.length
      ? 'No value of the `enum` matches the `type` of the schema, so no value is valid.'
      : `${jsonText(others[0]).slice(0, 40)} in \`enum\` does not match the \`type\` of the schema, so it is never valid.`
  const help = 'Correct the values, or change `type` to match them.'
  return [{ keyword: 'enum', message, help }]
}

/** A property that `required` lists but that `additionalProperties: false` forbids. */
interface Forgotten {
  readonly name: string
  readonly index: number
  readonly message: string
  readonly help: string
}

/**
 * Keywords other than `properties` that may declare properties. If a schema has one of them,
 * required properties are not checked.
 */
const elsewhere = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas']

/** Returns required properties that `additionalProperties: false` forbids. */
export function forgottenProperties(schema: JsonObject): readonly Forgotten[] {
  const { required, properties = {}, additionalProperties } = schema
  if (additionalProperties !== false || !isArray(required) || !isObject(properties)) return []
  if (elsewhere.some((keyword) => Object.hasOwn(schema, keyword))) return []
  return required.flatMap((name, index) => {
    if (typeof name !== 'string' || Object.hasOwn(properties, name)) return []
    const message = `${jsonText(name)} is required, but \`additionalProperties: false\` forbids it`
    return [{ name, index, message, help: 'Add it to `properties`, or remove it from `required`.' }]
  })
}

/**
 * Returns the paths of patterns that could take very long to match. Validators apply them only to
 * short strings.
 */
export function boundedPatterns(schema: JsonObject): readonly (readonly string[])[] {
  const { pattern, patternProperties } = schema
  return [
    ...(typeof pattern === 'string' && patternKind(pattern) === 'bounded' ? [['pattern']] : []),
    ...Object.keys(isObject(patternProperties) ? patternProperties : {})
      .filter((name) => patternKind(name) === 'bounded')
      .map((name) => ['patternProperties', name]),
  ]
}
