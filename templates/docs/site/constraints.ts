import { exactNumberOf, jsonText, own } from 'rpcloom/codegen'
import { annotationOf, type Api, type Json, type Schema, type Type } from 'rpcloom/model'
import { code, type Leaf, note } from '../page/leaf.ts'
import {
  boundLabels,
  furtherLabels,
  patternWords,
  rangeLabels,
  sizeLabels,
} from '@rpcloom/schema/internal'
import { textMember } from './schema-member.ts'
import { sentForm } from './sent-form.ts'

export interface Constraint {
  readonly label: string
  readonly value: Leaf | undefined
  /** The pattern that the label and value explain. */
  readonly pattern: Leaf | undefined
}

interface Element {
  readonly type: Type
  readonly schema: Schema
}

/**
 * Maximum length of a pattern on one line. A longer pattern is only shown on the page of its
 * schema.
 */
const longestText = 120

export function constraintsOf(api: Api, element: Element): readonly Constraint[] {
  const { json } = element.schema
  if (typeof json === 'boolean') return []
  return [
    ...defaultOf(json),
    ...unitOf(api, element),
    ...encodingOf(element.type),
    ...boundsOf(element.type, json).map(plain),
    ...sizeLabels((keyword) => exactNumberOf(json, keyword)).map(plain),
    ...furtherLabels((keyword) => own(json, keyword)).map(plain),
    ...patternOf(json),
    ...secretOf(api, element),
  ]
}

function plain(label: string): Constraint {
  return { label, value: undefined, pattern: undefined }
}

function shown(label: string, text: string | undefined): readonly Constraint[] {
  if (text === undefined || text.length > longestText) return []
  return [{ label, value: code(text), pattern: undefined }]
}

/** Explains a pattern, which readers can open. */
function patternOf(json: Json): readonly Constraint[] {
  const text = textMember(json, 'pattern')
  if (text === undefined || text.length > longestText) return []
  const words = patternWords(text)
  const label = words === undefined ? 'in a certain form' : 'consists of'
  return [{ label, value: note(words), pattern: code(text) }]
}

function defaultOf(json: Json): readonly Constraint[] {
  const value = own(json, 'default')
  return value === undefined ? [] : shown('default', jsonText(value))
}

function unitOf(api: Api, element: Element): readonly Constraint[] {
  const unit = annotationOf(api, element, 'x-unit')
  return typeof unit === 'string' ? [plain(`in ${unit}`)] : []
}

function secretOf(api: Api, element: Element): readonly Constraint[] {
  return annotationOf(api, element, 'x-secret') === true ? [plain('secret')] : []
}

function encodingOf(type: Type): readonly Constraint[] {
  return type.kind === 'numeric' ? [plain(`sent as a ${sentForm(type)}`)] : []
}

/** Returns the bounds of a type, without bounds that the format implies. */
function boundsOf(type: Type, json: Json): readonly string[] {
  if (type.kind !== 'numeric') return boundLabels((keyword) => exactNumberOf(json, keyword))
  const bits = /^u?int(\d{1,3})$/.exec(textMember(json, 'format') ?? '')?.[1]
  const top = bits === undefined ? undefined : 2n ** BigInt(bits) - 1n
  const min = type.min === 0n && top !== undefined ? undefined : type.min
  return rangeLabels(min, type.max === top ? undefined : type.max)
}
