import { forms, isTypeName, keywordOf, ownStructure, patternKind } from '@rpcloom/schema/internal'
import { checkSchema } from '@rpcloom/schema'
import { isArray } from '../json/pointer.ts'
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

/** Returns required properties that `additionalProperties: false` forbids. */
export function forgottenProperties(schema: JsonObject): readonly Forgotten[] {
  const { required } = schema
  const { properties, patterns, additional } = ownStructure(schema)
  if (additional?.json !== false || !isArray(required) || patterns.size > 0) return []
  // Other schemas for the same value may declare the properties.
  if (Object.keys(schema).some((name) => keywordOf(name)?.isInPlace === true)) return []
  return required.flatMap((name, index) => {
    if (typeof name !== 'string' || properties.has(name)) return []
    const message = `${jsonText(name)} is required, but \`additionalProperties: false\` forbids it`
    return [{ name, index, message, help: 'Add it to `properties`, or remove it from `required`.' }]
  })
}
