import { jsonText } from 'rpcloom/codegen'
import { annotationOf, type Api, type Json, type Schema, type Type } from 'rpcloom/model'
import { code, type Leaf } from '../page/leaf.ts'
import { memberOf, numberMember, textMember } from './schema-member.ts'

/** A constraint on values, to display on one line: a label such as `pattern`, and its code. */
export interface Constraint {
  readonly label: string
  readonly value: Leaf | undefined
}

interface Element {
  readonly type: Type
  readonly schema: Schema
}

/** Maximum length of a text on one line. Longer patterns are shown on the schema's own page. */
const longestText = 120

export function constraintsOf(api: Api, element: Element): readonly Constraint[] {
  const { json } = element.schema
  if (typeof json === 'boolean') return []
  return [
    ...defaultOf(json),
    ...unitOf(api, element),
    ...encodingOf(element.type),
    ...boundsOf(element.type, json),
    ...sizeOf(json, ['minLength', 'maxLength'], 'characters'),
    ...sizeOf(json, ['minItems', 'maxItems'], 'items'),
    ...sizeOf(json, ['minProperties', 'maxProperties'], 'members'),
    ...(memberOf(json, 'uniqueItems') === true ? [plain('no duplicate items')] : []),
    ...shown('pattern', textMember(json, 'pattern')),
    ...secretOf(api, element),
  ]
}

function plain(label: string): Constraint {
  return { label, value: undefined }
}

function shown(label: string, text: string | undefined): readonly Constraint[] {
  if (text === undefined || text.length > longestText) return []
  return [{ label, value: code(text) }]
}

function defaultOf(json: Json): readonly Constraint[] {
  const value = memberOf(json, 'default')
  return value === undefined ? [] : shown('default', jsonText(value))
}

function unitOf(api: Api, element: Element): readonly Constraint[] {
  const unit = annotationOf(api, element, 'x-unit')
  return typeof unit === 'string' ? [plain(`in ${unit}`)] : []
}

function secretOf(api: Api, element: Element): readonly Constraint[] {
  return annotationOf(api, element, 'x-secret') === true ? [plain('secret')] : []
}

const encodings = {
  string: 'sent as a decimal string; a JSON number is accepted too',
  number: 'sent as a JSON number; a decimal string is accepted too',
  hex: 'hexadecimal quantity',
} as const

function encodingOf(type: Type): readonly Constraint[] {
  return type.kind === 'numeric' ? [plain(encodings[type.encoding])] : []
}

/** Returns the bounds of a type, except those that its format implies. */
function boundsOf(type: Type, json: Json): readonly Constraint[] {
  if (type.kind !== 'numeric') {
    const above = numberMember(json, 'exclusiveMinimum')
    const below = numberMember(json, 'exclusiveMaximum')
    return [
      ...rangeOf(numberMember(json, 'minimum'), numberMember(json, 'maximum')),
      ...(above === undefined ? [] : [plain(`more than ${above}`)]),
      ...(below === undefined ? [] : [plain(`less than ${below}`)]),
    ]
  }
  const bits = /^u?int(\d{1,3})$/.exec(textMember(json, 'format') ?? '')?.[1]
  const top = bits === undefined ? undefined : 2n ** BigInt(bits) - 1n
  const min = type.min === 0n && top !== undefined ? undefined : type.min
  return rangeOf(min, type.max === top ? undefined : type.max)
}

function rangeOf(
  min: number | bigint | undefined,
  max: number | bigint | undefined,
): readonly Constraint[] {
  if (min !== undefined && max !== undefined) {
    return [plain(`${numberText(min)} to ${numberText(max)}`)]
  }
  if (min !== undefined) return [plain(`at least ${numberText(min)}`)]
  return max === undefined ? [] : [plain(`at most ${numberText(max)}`)]
}

/** Formats a number. A large power of two is written as such. */
function numberText(value: number | bigint): string {
  if (typeof value === 'number' || (value < 2n ** 53n && value > -(2n ** 53n))) return String(value)
  if (value < 0n)
    return /^10*$/.test((-value).toString(2))
      ? `-2^${(-value).toString(2).length - 1}`
      : String(value)
  const power = (value + 1n).toString(2)
  return /^10*$/.test(power) ? `2^${power.length - 1} - 1` : String(value)
}

function sizeOf(
  json: Json,
  [lower, upper]: readonly [string, string],
  unit: string,
): readonly Constraint[] {
  const min = numberMember(json, lower)
  const max = numberMember(json, upper)
  if (max === 0) return [plain('always empty')]
  if (min !== undefined && min === max) return [plain(`exactly ${min} ${unit}`)]
  return rangeOf(min === 0 ? undefined : min, max).map(({ label }) => plain(`${label} ${unit}`))
}
