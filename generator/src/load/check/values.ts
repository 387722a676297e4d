import { capitalized } from '../../json/capitalized.ts'
import { formatTest } from '@rpcloom/schema/internal'
import type { Finding, Severity } from '../../diagnostics/diagnostics.ts'
import { jsonText } from '../../json/text.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import { helpFor, helpForList } from './help.ts'
import { extensionErrors, type Extensions, isDeclared } from './extensions.ts'
import {
  dispensable,
  grammar,
  isAbsentAsNull,
  isForeign,
  referable,
  titleOf,
  type Kind,
  type Member,
  type ObjectKind,
  type Primitive,
  type TextForm,
} from '../../openrpc/grammar.ts'
import { child, isArray, isObject, isReference, quotedName } from '../../json/pointer.ts'
import { isProperties, leadsToSchema, schemaWithin } from './repair/descriptor.ts'
import type { Resolved } from '../../openrpc/loaded.ts'
import { malformedKeywords } from '../../openrpc/malformed-keywords.ts'
import { patternKind, patternsIn, rejectedByDraft7, subschemas } from '@rpcloom/schema/internal'
import { unknownKeywords } from '../../openrpc/schema-keywords.ts'

/** A reference, with the kind of object that it must point to. */
export interface Reference {
  readonly place: Place
  readonly ref: string
  readonly expected: Kind
  readonly list?: true
  /** The schema that contains the reference, if the schema also has a `type`. */
  readonly schema?: JsonObject
}

/** The problems and references of a value. */
export interface CheckedValue {
  readonly findings: readonly Finding[]
  readonly references: readonly Reference[]
}

interface ValueCheck {
  readonly file: string
  /** Extensions that the document declares. Undefined for files that are not documents. */
  readonly extensions: Extensions | undefined
  readonly findings: Finding[]
  readonly references: Reference[]
}

/**
 * Checks a value against the OpenRPC grammar and collects its references without following them.
 */
export function checkValue(
  kind: Kind,
  { place, json }: Resolved,
  extensions?: Extensions,
): CheckedValue {
  const { file, pointer } = place
  const context: ValueCheck = { file, extensions, findings: [], references: [] }
  checkAs(context, kind, json, pointer)
  return context
}

function checkAs(context: ValueCheck, kind: Kind, value: Json, pointer: string): void {
  if (isReference(value)) reference(context, kind, { value, pointer })
  if (kind === 'contentDescriptor' && leadsToSchema(value)) {
    const message = 'The reference points to a schema; expected a content descriptor.'
    report(context, { code: 'RL111', pointer, message })
  }
  if (kind === 'schema') checkSchema(context, value, pointer)
  else if (kind === 'loose' || kind === 'opaque') checkLoose(context, kind, value, pointer)
  else if (!isObject(value)) {
    const message = `${capitalized(titleOf(kind))} must be an object.`
    const help = helpFor(kind)
    report(context, { code: 'RL204', pointer, message, severity: severityOf(kind), help })
  } else if (isReference(value)) checkReference(context, kind, value, pointer)
  else checkObject(context, kind, value, pointer)
}

/**
 * Reports references where the meta-schema allows none, and references with sibling members. These
 * references are resolved nevertheless.
 */
function checkReference(
  context: ValueCheck,
  kind: ObjectKind,
  value: JsonObject,
  pointer: string,
): void {
  const others = Object.keys(value).filter((name) => name !== '$ref')
  if (!referable.has(kind)) {
    report(context, { code: 'RL208', pointer, message: `${notReferable(titleOf(kind))}.` })
  } else if (others.length > 0) {
    const message = `A reference may have no member other than \`$ref\`; remove ${others.map((name) => jsonText(name)).join(', ')}.`
    report(context, { code: 'RL208', pointer, message })
  }
}

function notReferable(title: string): string {
  return `The meta-schema requires ${title} and does not allow a reference`
}

function checkObject(
  context: ValueCheck,
  kind: ObjectKind,
  value: JsonObject,
  pointer: string,
): void {
  const rule = grammar[kind]
  const title = capitalized(rule.title)
  for (const name of rule.required) {
    if (Object.hasOwn(value, name)) continue
    if (kind === 'example' && name === 'value' && Object.hasOwn(value, 'externalValue')) continue
    const severity = rule.essential.includes(name) ? 'error' : 'warning'
    const message = `${title} requires the member \`${name}\`.`
    report(context, { code: 'RL203', pointer, message, severity })
  }
  for (const [name, inner] of Object.entries(value)) {
    const isKnown = Object.hasOwn(rule.members, name) && !isForeign(name, inner)
    const member = isKnown ? rule.members[name] : undefined
    const where = child(pointer, name)
    if (name.startsWith('x-')) checkExtension(context, kind, { name, value: inner }, where)
    if (member !== undefined) {
      checkMember(
        context,
        { member, value: inner, essential: rule.essential.includes(name) },
        where,
      )
      checkForm(context, rule.forms?.[name], inner, where)
    } else if (!rule.open && !name.startsWith('x-')) {
      const message = `Unknown member \`${name}\` of ${rule.title}.`
      report(context, { code: 'RL205', pointer: where, message })
    }
  }
}

function checkExtension(
  { extensions, findings, file }: ValueCheck,
  kind: ObjectKind,
  member: { readonly name: string; readonly value: Json },
  at: string,
): void {
  if (extensions === undefined) return
  if (grammar[kind].closed && !isDeclared(extensions, kind, member.name)) {
    const message = `Unknown member \`${member.name}\` of ${titleOf(kind)}; declare it in \`x-extensions\`.`
    findings.push({ code: 'RL208', message, place: { file, pointer: at } })
  }
  for (const { pointer, message } of extensionErrors(extensions, kind, member)) {
    findings.push({ code: 'RL208', message, place: { file, pointer: at + pointer } })
  }
}

function checkForm(
  context: ValueCheck,
  form: TextForm | undefined,
  value: Json,
  pointer: string,
): void {
  if (form === undefined || typeof value !== 'string' || textForms[form].test(value)) return
  const shown = jsonText(value).slice(0, 80)
  report(context, {
    code: 'RL208',
    pointer,
    message: `${shown} is not ${textForms[form].expected}.`,
  })
}

const textForms: Readonly<
  Record<TextForm, { readonly test: (text: string) => boolean; readonly expected: string }>
> = {
  name: { test: (text) => text !== '', expected: 'a name: names must not be empty' },
  uri: {
    test: (text) => formatTest('uri')?.(text) === true,
    expected: 'a URI with a scheme, as in "https://example.org/docs"',
  },
}

/** The value of a member that the OpenRPC grammar defines. */
interface MemberValue {
  readonly member: Member
  readonly value: Json
  readonly essential: boolean
}

function checkMember(
  context: ValueCheck,
  { member, value, essential }: MemberValue,
  pointer: string,
): void {
  if (value === null && !essential && isAbsentAsNull(member)) {
    // Null is not a valid value here, so the author must have meant to omit the member.
    const message = `${quotedName(pointer)} is null; read as omitted.`
    report(context, { code: 'RL204', pointer, message, severity: 'warning' })
  } else if (typeof member === 'string') {
    const { test, expected } = primitives[member]
    if (test(value)) return
    const message = `${quotedName(pointer)} must be ${expected}.`
    report(context, { code: 'RL204', pointer, message, severity: essential ? 'error' : 'warning' })
  } else if ('one' in member) {
    checkAs(context, member.one, value, pointer)
  } else if ('among' in member) {
    if (typeof value === 'string' && member.among.includes(value)) return
    const message = `${quotedName(pointer)} must be one of ${member.among.join(', ')}.`
    report(context, { code: 'RL206', pointer, message })
  } else if ('list' in member) {
    checkList(context, member.list, value, pointer)
  } else {
    checkMap(context, member.map, value, pointer)
  }
}

function checkList(context: ValueCheck, of: Kind, value: Json, pointer: string): void {
  if (isReference(value) && !leadsToSchema(value)) {
    const place = { file: context.file, pointer }
    context.references.push({ place, ref: value.$ref, expected: 'loose', list: true })
    report(context, { code: 'RL208', pointer, message: `${notReferable('a list')}.` })
  } else if (!isArray(value)) {
    // An object could be a content descriptor or a schema. Each meaning would lead to different
    // requests, so the object is rejected.
    const isEither = of === 'contentDescriptor' && isObject(value)
    const hint = isEither ? ', and the meaning of this object is unclear' : ''
    const message = `${quotedName(pointer)} must be a list${hint}.`
    const help = helpForList(of)
    report(context, { code: 'RL204', pointer, message, severity: severityOf(of), help })
  } else {
    for (const [index, inner] of value.entries()) checkAs(context, of, inner, child(pointer, index))
  }
}

function checkMap(context: ValueCheck, of: Kind, value: Json, pointer: string): void {
  if (!isObject(value)) {
    const message = `${quotedName(pointer)} must be an object.`
    report(context, { code: 'RL204', pointer, message, severity: severityOf(of) })
    return
  }
  // A reference can replace an entire map: `{"$ref": "schemas.yaml"}`.
  if (isReference(value)) {
    reference(context, 'loose', { value, pointer })
    report(context, { code: 'RL208', pointer, message: `${notReferable('a map')}.` })
  }
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') continue
    const where = child(pointer, key)
    checkAs(context, of, inner, where)
    if (isReference(inner) && referable.has(of)) {
      report(context, { code: 'RL208', pointer: where, message: `${notReferable(titleOf(of))}.` })
    }
  }
}

function checkSchema(context: ValueCheck, value: Json, pointer: string): void {
  if (typeof value === 'boolean') return
  if (!isObject(value)) {
    const message = 'A schema must be an object or a boolean.'
    const help = helpFor('schema')
    report(context, { code: 'RL204', pointer, message, severity: 'error', help })
    return
  }
  if (schemaWithin(value) !== undefined) {
    const message = 'Expected a schema, not a content descriptor.'
    report(context, { code: 'RL204', pointer, message, severity: 'warning' })
  }
  if (isProperties(value)) {
    report(context, { code: 'RL207', pointer, message: 'The schema has no known keyword.' })
  }
  for (const { keyword, message, help } of malformedKeywords(value)) {
    report(context, { code: 'RL207', pointer: child(pointer, keyword), message, help })
  }
  for (const { keyword, message } of rejectedByDraft7(value)) {
    report(context, { code: 'RL208', pointer: child(pointer, keyword), message })
  }
  for (const { path, pattern } of patternsIn(value)) {
    if (patternKind(pattern) !== 'bounded') continue
    const message = 'The pattern can take very long to match.'
    report(context, { code: 'RL256', pointer: path.reduce<string>(child, pointer), message })
  }
  for (const { path, schema } of subschemas(value)) {
    checkAs(context, 'schema', schema, path.reduce<string>(child, pointer))
  }
  for (const [key, inner] of unknownKeywords(value))
    checkAs(context, 'opaque', inner, child(pointer, key))
}

function checkLoose(
  context: ValueCheck,
  kind: 'loose' | 'opaque',
  value: Json,
  pointer: string,
): void {
  if (isArray(value)) {
    for (const [index, inner] of value.entries())
      checkAs(context, kind, inner, child(pointer, index))
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value))
      checkAs(context, kind, inner, child(pointer, key))
  }
}

function reference(
  context: ValueCheck,
  expected: Kind,
  { value, pointer }: { readonly value: JsonObject & { $ref: string }; readonly pointer: string },
): void {
  const met: Reference = { place: { file: context.file, pointer }, ref: value.$ref, expected }
  const isTyped = expected === 'schema' && Object.hasOwn(value, 'type')
  context.references.push(isTyped ? { ...met, schema: value } : met)
}

interface Report {
  readonly code: 'RL111' | 'RL203' | 'RL204' | 'RL205' | 'RL206' | 'RL207' | 'RL208' | 'RL256'
  readonly pointer: string
  readonly message: string
  readonly severity?: Severity
  readonly help?: string | undefined
}

function report(
  { file, findings }: ValueCheck,
  { code, pointer, message, severity, help }: Report,
): void {
  findings.push({
    code,
    message,
    place: { file, pointer },
    ...(severity !== undefined && { severity }),
    ...(help !== undefined && { help }),
  })
}

function severityOf(kind: Kind): Severity {
  return dispensable.has(kind) ? 'warning' : 'error'
}

/** Tests of member values, with the expected type for messages such as "`name` must be ...". */
const primitives: Readonly<
  Record<Primitive, { readonly test: (value: Json) => boolean; readonly expected: string }>
> = {
  any: { test: () => true, expected: 'a value' },
  string: { test: (value) => typeof value === 'string', expected: 'a string' },
  boolean: { test: (value) => typeof value === 'boolean', expected: 'a boolean' },
  // Integers occur only as the `code` of error objects.
  integer: { test: Number.isInteger, expected: 'an integer; otherwise the error is ignored' },
  strings: {
    test: (value) => isArray(value) && value.every((item) => typeof item === 'string'),
    expected: 'a list of strings',
  },
}
