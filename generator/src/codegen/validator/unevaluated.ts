import type { JsonObject } from '../../json/types.ts'
import { jsonLiteral, quoteString } from '../quote.ts'
import {
  callText,
  type Compiler,
  constantOf,
  functionOf,
  functionFor,
  inside,
  isolated,
  keyOf,
  numbered,
  partTest,
  runtime,
} from './compiler.ts'
import { prefixLengthOf } from './list.ts'
import { referencesOf } from './reference.ts'
import { patternConstant } from './scalar.ts'
import { asSchema, asSchemas, entriesOf, own, type SchemaJson } from './schema-json.ts'

/** How to test unevaluated members of objects or unevaluated items of arrays. */
interface Leftover {
  readonly keyword: 'unevaluatedProperties' | 'unevaluatedItems'
  readonly guard: (compiler: Compiler) => string
  /** TypeScript type of a value that may have unevaluated members or items. */
  readonly type: string
  readonly all: string
  readonly part: string
  /** Returns lines of code that record the members or items evaluated by a schema's keywords. */
  readonly notes: (state: Noting, schema: JsonObject) => readonly string[]
}

const members: Leftover = {
  keyword: 'unevaluatedProperties',
  guard: (compiler) => `${runtime(compiler, 'isRecord')}(value)`,
  type: 'Record<string, unknown>',
  all: 'Object.keys(value)',
  part: 'value[key]',
  notes: memberNotes,
}

const items: Leftover = {
  keyword: 'unevaluatedItems',
  guard: () => 'Array.isArray(value)',
  type: 'readonly unknown[]',
  all: 'value.keys()',
  part: 'value[key]',
  notes: itemNotes,
}

/**
 * Returns the tests of `unevaluatedProperties` and `unevaluatedItems`. The emitted code records the members or
 * items that the schema and its applicable subschemas evaluate, and tests all others.
 */
export function unevaluatedTests(compiler: Compiler, schema: JsonObject): readonly string[] {
  return [members, items].flatMap((leftover): readonly string[] => {
    const rest = own(schema, leftover.keyword)
    if (rest === undefined || partTest(compiler, asSchema(rest)) === 'true') return []
    const name = functionOf(compiler, {
      key: `${leftover.keyword} ${keyOf(compiler, schema)}`,
      name: numbered(compiler, 'rest'),
      body: () => restLines({ compiler, leftover, open: new Set() }, schema, asSchema(rest)),
    })
    return [callText(name, 'value')]
  })
}

interface Noting {
  readonly compiler: Compiler
  readonly leftover: Leftover
  /** Schemas that are being processed. A reference to one of these schemas is circular and adds nothing. */
  readonly open: ReadonlySet<JsonObject>
}

function restLines(state: Noting, schema: JsonObject, rest: SchemaJson): readonly string[] {
  const { compiler, leftover } = state
  const test = callText(functionFor(compiler, partTest(compiler, rest)), leftover.part)
  const notes = [...leftover.notes(state, schema), ...sharedNotes(state, schema)]
  return [
    `if (!(${leftover.guard(compiler)})) return true`,
    'const seen = new Set<unknown>()',
    ...notes,
    `for (const key of ${leftover.all}) {`,
    '  if (seen.has(key)) continue',
    ...(test === 'false' ? ['  return false'] : [`  if (!${test}) return false`]),
    '}',
    'return true',
  ]
}

/**
 * Returns lines of code that record every member or item evaluated by a schema, assuming that the schema
 * accepts the value.
 */
function notesOf(state: Noting, schema: SchemaJson): readonly string[] {
  if (typeof schema === 'boolean' || state.open.has(schema)) return []
  const inner = { ...state, open: new Set([...state.open, schema]) }
  const rest = own(schema, state.leftover.keyword)
  if (rest !== undefined && rest !== false) return [everything(state)]
  return [...state.leftover.notes(inner, schema), ...sharedNotes(inner, schema)]
}

function everything({ leftover }: Noting): string {
  return `for (const key of ${leftover.all}) seen.add(key)`
}

/** Returns lines of code for references and for subschemas that apply to values of any type. */
function sharedNotes(state: Noting, schema: JsonObject): readonly string[] {
  const { compiler } = state
  const choices = ['anyOf', 'oneOf'].flatMap((keyword) => asSchemas(own(schema, keyword)))
  return [
    ...referencesOf(compiler, schema).flatMap(({ target }) => referenceNotes(state, target)),
    ...asSchemas(own(schema, 'allOf')).flatMap((member) => notesOf(state, member)),
    ...choices.flatMap((member) => whenValid(state, member, notesOf(state, member))),
    ...conditionNotes(state, schema),
    ...dependentNotes(state, schema),
  ]
}

/** Returns a call of the function that records the members or items evaluated by a referenced schema. */
function referenceNotes(state: Noting, schema: SchemaJson): readonly string[] {
  if (typeof schema === 'boolean' || state.open.has(schema)) return []
  const { compiler, leftover } = state
  const key = `${leftover.keyword} noted by ${keyOf(compiler, schema)}`
  const known = compiler.known.get(key)
  if (known !== undefined) return known === '' ? [] : [`${known}(value, seen)`]
  const lines = inside(compiler, schema, () => notesOf(state, schema))
  const name = lines.length === 0 ? '' : compiler.scope.declare(numbered(compiler, 'notes'))
  compiler.known.set(key, name)
  if (name === '') return []
  const isRead = lines.some((line) => /\bvalue\b/.test(line))
  const head = `function ${name}(${isRead ? '' : '_'}value: ${leftover.type}, seen: Set<unknown>): void {`
  const text = [head, ...lines.map((line) => `  ${line}`), '}'].join('\n')
  compiler.declarations.push({ kind: 'function', name, text })
  return [`${name}(value, seen)`]
}

function whenValid(
  { compiler }: Noting,
  schema: SchemaJson,
  lines: readonly string[],
  otherwise: readonly string[] = [],
): readonly string[] {
  if (lines.length + otherwise.length === 0) return []
  const test = isolated(compiler, compiler.test(schema))
  if (test === 'true') return lines
  if (test === 'false') return otherwise
  const indented = (list: readonly string[]): readonly string[] => list.map((line) => `  ${line}`)
  return [
    `if (${test}) {`,
    ...indented(lines),
    ...(otherwise.length === 0 ? [] : ['} else {', ...indented(otherwise)]),
    '}',
  ]
}

function conditionNotes(state: Noting, schema: JsonObject): readonly string[] {
  const condition = own(schema, 'if')
  if (condition === undefined) return []
  const notes = (keyword: string): readonly string[] =>
    notesOf(state, asSchema(own(schema, keyword)))
  return whenValid(state, asSchema(condition), [...notes('if'), ...notes('then')], notes('else'))
}

function dependentNotes(state: Noting, schema: JsonObject): readonly string[] {
  if (state.leftover !== members) return []
  const dependents = ['dependencies', 'dependentSchemas'].flatMap((keyword) =>
    entriesOf(own(schema, keyword)),
  )
  return dependents.flatMap(([name, demand]) => {
    const lines = Array.isArray(demand) ? [] : notesOf(state, asSchema(demand))
    if (lines.length === 0) return []
    return [
      `if (Object.hasOwn(value, ${quoteString(name)})) {`,
      ...lines.map((line) => `  ${line}`),
      '}',
    ]
  })
}

function memberNotes(state: Noting, schema: JsonObject): readonly string[] {
  const { compiler } = state
  const additional = own(schema, 'additionalProperties')
  if (additional !== undefined && additional !== false) return [everything(state)]
  const names = entriesOf(own(schema, 'properties')).map(([name]) => name)
  const patterns = entriesOf(own(schema, 'patternProperties')).map(([pattern]) => pattern)
  return [
    ...(names.length === 0 ? [] : [`for (const key of ${namesOf(compiler, names)}) seen.add(key)`]),
    ...patterns.map(
      (pattern) =>
        `for (const key of Object.keys(value)) if (${patternConstant(compiler, pattern)}(key)) seen.add(key)`,
    ),
  ]
}

function namesOf(compiler: Compiler, names: readonly string[]): string {
  return constantOf(compiler, {
    name: () => numbered(compiler, 'keys'),
    type: 'readonly string[]',
    value: jsonLiteral(names),
  })
}

function itemNotes(state: Noting, schema: JsonObject): readonly string[] {
  const { compiler } = state
  const prefix = prefixLengthOf(schema)
  if (prefix === Infinity) return [everything(state)]
  const contains = own(schema, 'contains')
  const test =
    contains === undefined
      ? 'false'
      : callText(functionFor(compiler, partTest(compiler, asSchema(contains))), 'item')
  const found = [
    'for (const [key, item] of value.entries()) {',
    `  if (${test}) seen.add(key)`,
    '}',
  ]
  return [
    ...(prefix === 0 ? [] : [`for (let key = 0; key < ${prefix}; key++) seen.add(key)`]),
    ...(test === 'false' ? [] : found),
  ]
}
