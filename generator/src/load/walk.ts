import type { Finding, Severity } from '../diagnostics.ts'
import type { Json, JsonObject, Place } from '../model/types.ts'
import {
  dispensable,
  grammar,
  isForeign,
  titleOf,
  type Kind,
  type Member,
  type ObjectKind,
  type Primitive,
} from './grammar.ts'
import { child, isArray, isObject, isReference } from './pointer.ts'
import { isDispensable } from './normalize/absent.ts'
import { leadsToSchema } from './normalize/descriptor.ts'
import { isProperties, schemaWithin } from './normalize/misplaced.ts'
import type { Resolved } from './types.ts'
import {
  boundedPatterns,
  malformedKeywords,
  unknownKeywords,
  subschemas,
} from './schema-keywords.ts'

/** A reference that was met, and what kind of thing it must lead to. */
export interface Reference {
  readonly place: Place
  readonly ref: string
  readonly expected: Kind
  /** Whether it stands for a list of them. */
  readonly list?: true
  /** The whole object that refers, where it says a type of its own. */
  readonly beside?: JsonObject
}

/** Where a walk leaves what it meets. */
interface WalkSink {
  readonly finding: (finding: Finding) => void
  readonly reference: (reference: Reference) => void
}

/** What a walk met. */
export interface Walked {
  readonly findings: readonly Finding[]
  readonly references: readonly Reference[]
}

const walked = new WeakMap<object, Map<string, Walked>>()

/**
 * Walks a value, unless the very same value was walked before, by another run in this process. Methods and
 * components are walked one by one: the next run may find most of them unchanged.
 */
export function walkOnce(kind: Kind, { place, json }: Resolved): Walked {
  const key = `${kind}\n${place.file}\n${place.pointer}`
  const ways = typeof json === 'object' && json !== null ? walked.get(json) : undefined
  const known = ways?.get(key)
  if (known !== undefined) return known
  const findings: Finding[] = []
  const references: Reference[] = []
  walk(kind, json, place, {
    finding: (finding) => findings.push(finding),
    reference: (reference) => references.push(reference),
  })
  const met = { findings, references }
  if (typeof json === 'object' && json !== null) {
    walked.set(json, (ways ?? new Map<string, Walked>()).set(key, met))
  }
  return met
}

/** Checks a value against the grammar and reports every reference inside it; follows none. */
function walk(kind: Kind, json: Json, place: Place, sink: WalkSink): void {
  visit(kind, json, place.pointer)

  function visitPart(at: Kind, value: Json, pointer: string): void {
    const met = walkOnce(at, { place: { file: place.file, pointer }, json: value })
    met.findings.forEach(sink.finding)
    met.references.forEach(sink.reference)
  }

  function visit(at: Kind, value: Json, pointer: string): void {
    if (isReference(value)) reference(at, value.$ref, pointer, value)
    if (at === 'contentDescriptor' && leadsToSchema(value)) {
      report('RL111', pointer, 'The reference leads to a schema; here stands a content descriptor.')
    }
    if (at === 'schema') visitSchema(value, pointer)
    else if (at === 'loose' || at === 'idle') visitLoose(at, value, pointer)
    else if (!isObject(value))
      wrongType(pointer, `${titleOf(at)} has to be an object`, severityOf(at), helpFor(at))
    else if (!isReference(value)) visitObject(at, value, pointer)
  }

  function visitObject(at: ObjectKind, value: JsonObject, pointer: string): void {
    const rule = grammar[at]
    for (const name of rule.required) {
      if (Object.hasOwn(value, name)) continue
      if (at === 'example' && name === 'value' && Object.hasOwn(value, 'externalValue')) continue
      const severity = rule.essential.includes(name) ? 'error' : 'warning'
      report('RL203', pointer, `${rule.title} needs the member \`${name}\`.`, severity)
    }
    for (const [name, inner] of Object.entries(value)) {
      const isKnown = Object.hasOwn(rule.members, name) && !isForeign(name, inner)
      const member = isKnown ? rule.members[name] : undefined
      const where = child(pointer, name)
      if (member !== undefined) {
        visitMember(member, inner, where, rule.essential.includes(name))
      } else if (!rule.open && !name.startsWith('x-')) {
        report('RL205', where, `${rule.title} has no member \`${name}\`.`)
      }
    }
  }

  function visitMember(member: Member, value: Json, pointer: string, essential: boolean): void {
    if (value === null && !essential && isDispensable(member)) {
      // What is null is not there, which is clear enough.
      wrongType(pointer, 'the member is null, and read as if it were absent', 'warning')
    } else if (typeof member === 'string') {
      if (primitives[member](value)) return
      const expected = expectedOf[member]
      wrongType(pointer, `the member has to be ${expected}`, essential ? 'error' : 'warning')
    } else if ('one' in member) {
      visit(member.one, value, pointer)
    } else if ('among' in member) {
      if (typeof value === 'string' && member.among.includes(value)) return
      report('RL206', pointer, `The value is one of ${member.among.join(', ')}.`)
    } else if ('list' in member) {
      visitList(member.list, value, pointer)
    } else {
      visitMap(member.map, value, pointer)
    }
  }

  function visitList(of: Kind, value: Json, pointer: string): void {
    if (isReference(value) && !leadsToSchema(value)) {
      return sink.reference({
        place: { file: place.file, pointer },
        ref: value.$ref,
        expected: 'loose',
        list: true,
      })
    }
    if (!isArray(value)) {
      // Which of the two is meant decides what goes over the wire: a guess would be wrong half of the time.
      const isEither = of === 'contentDescriptor' && isObject(value)
      const hint = isEither ? '; what this object means is not clear' : ''
      return wrongType(
        pointer,
        `the member has to be a list${hint}`,
        severityOf(of),
        helpForList(of),
      )
    }
    const visitItem = of === 'method' ? visitPart : visit
    for (const [index, inner] of value.entries()) visitItem(of, inner, child(pointer, index))
  }

  function visitMap(of: Kind, value: Json, pointer: string): void {
    if (!isObject(value))
      return wrongType(pointer, 'the member has to be an object', severityOf(of))
    // `{"$ref": "schemas.yaml"}` in the place of a whole section.
    if (isReference(value)) reference('loose', value.$ref, pointer)
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') continue
      visitPart(of, inner, child(pointer, key))
    }
  }

  function visitSchema(value: Json, pointer: string): void {
    if (typeof value === 'boolean') return
    if (!isObject(value))
      return wrongType(
        pointer,
        'a schema has to be an object or a boolean',
        'error',
        helpFor('schema'),
      )
    if (schemaWithin(value) !== undefined) {
      wrongType(pointer, 'here stands a content descriptor, and not a schema', 'warning')
    }
    if (isProperties(value)) report('RL207', pointer, 'None of this is a keyword.')
    for (const { keyword, message, help } of malformedKeywords(value)) {
      sink.finding({ code: 'RL207', message, place: placeAt(child(pointer, keyword)), help })
    }
    for (const path of boundedPatterns(value)) {
      report('RL256', path.reduce<string>(child, pointer), 'The pattern may take very long.')
    }
    for (const [path, inner] of subschemas(value)) {
      visit('schema', inner, path.reduce<string>(child, pointer))
    }
    for (const [key, inner] of unknownKeywords(value)) visit('idle', inner, child(pointer, key))
  }

  function visitLoose(at: 'loose' | 'idle', value: Json, pointer: string): void {
    if (isArray(value)) {
      for (const [index, inner] of value.entries()) visit(at, inner, child(pointer, index))
    } else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) visit(at, inner, child(pointer, key))
    }
  }

  function reference(expected: Kind, ref: string, pointer: string, beside: JsonObject = {}): void {
    const met: Reference = { place: placeAt(pointer), ref, expected }
    const isTyped = expected === 'schema' && Object.hasOwn(beside, 'type')
    sink.reference(isTyped ? { ...met, beside } : met)
  }

  function wrongType(pointer: string, expected: string, severity: Severity, help?: string): void {
    const text = `${expected}.`
    const found: Finding = {
      code: 'RL204',
      message: sentence(text),
      place: placeAt(pointer),
      severity,
    }
    sink.finding(help === undefined ? found : { ...found, help })
  }

  function placeAt(pointer: string): Place {
    return { file: place.file, pointer }
  }

  function report(
    code: 'RL111' | 'RL203' | 'RL204' | 'RL205' | 'RL206' | 'RL207' | 'RL256',
    pointer: string,
    text: string,
    severity?: Severity,
  ): void {
    const found: Finding = { code, message: sentence(text), place: placeAt(pointer) }
    sink.finding(severity === undefined ? found : { ...found, severity })
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What to write where nothing can be read, by kind. */
const forms: { readonly [kind in Kind]?: string } = {
  schema: 'a schema as in `{ "type": "string" }` or `{ "$ref": "#/components/schemas/Pet" }`',
  method:
    'a method as in `{ "name": "getPet", "params": [], "result": { "name": "pet", "schema": {} } }`',
  contentDescriptor:
    'one value as in `{ "name": "pet", "schema": { "type": "string" } }`; several are an object or a tuple',
}

function helpFor(kind: Kind): string | undefined {
  const form = forms[kind]
  return form === undefined ? undefined : `Write ${form}.`
}

function helpForList(of: Kind): string | undefined {
  const form = forms[of]?.split(' as in ').at(-1)?.split(';')[0]
  return form === undefined ? undefined : `Write a list as in [${form.replaceAll('`', '')}].`
}

function severityOf(kind: Kind): Severity {
  return dispensable.has(kind) ? 'warning' : 'error'
}

/** What a member has to be, as in "The member has to be ...". */
const expectedOf: Readonly<Record<Primitive, string>> = {
  any: 'a value',
  string: 'a string',
  boolean: 'a boolean',
  // Only errors have one.
  integer: 'an integer, without which the error is left out',
  strings: 'a list of strings',
}

const primitives: Readonly<Record<Primitive, (value: Json) => boolean>> = {
  any: () => true,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  strings: (value) => isArray(value) && value.every((item) => typeof item === 'string'),
}
