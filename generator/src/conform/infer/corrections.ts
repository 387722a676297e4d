import type { ContractMethod } from '@rpcloom/conform'
import { isValid, listOf, recordOf, type Resolve, stringOf } from '@rpcloom/schema/internal'
import { isObject } from '../../json/pointer.ts'
import { type InferredSchema, schemaOf } from './schema.ts'
import { addValue, emptySummary, type Summary } from './summary.ts'

/** The document that is corrected. */
export interface Documented {
  readonly methods: readonly DocumentedMethod[]
  readonly resolve: Resolve
  /** The methods by name, with the references of the source document. */
  readonly written: ReadonlyMap<string, unknown>
}

export type DocumentedMethod = Pick<ContractMethod, 'name' | 'params' | 'structure' | 'result'>

/** Values at one place, and those that the document does not allow. */
interface Seen {
  count: number
  readonly invalid: Summary
}

/** How calls of a method differ from its document. */
export interface Contradictions {
  readonly result: Seen
  /** The params that the document has, by their index. */
  readonly params: Map<number, Seen & { omitted: number }>
  /** The params that the document lacks, by name. */
  readonly further: Map<string, Summary>
}

export function noContradictions(): Contradictions {
  const result = { count: 0, invalid: emptySummary() }
  return { result, params: new Map(), further: new Map() }
}

/** The params and the result of a successful call. */
export interface CallValues {
  readonly params: unknown
  readonly result: unknown
}

/**
 * A value as it is checked, and as its type is inferred: in `written`, a number that is written with a fraction or an
 * exponent is not an integer.
 */
interface Read<T> {
  readonly exact: T
  readonly written: T
}

/** Adds a successful call of a documented method. */
export function addCall(
  contradictions: Contradictions,
  { known, resolve }: { readonly known: DocumentedMethod; readonly resolve: Resolve },
  { exact, written }: Read<CallValues>,
): void {
  const result = { exact: exact.result, written: written.result }
  addSeen(contradictions.result, known.result?.schema ?? true, { ...result, resolve })
  if (known.structure === 'whole') {
    const [whole] = known.params
    const seen = seenAt(contradictions, 0)
    const params = { exact: exact.params ?? {}, written: written.params ?? {} }
    if (whole) addSeen(seen, whole.schema, { ...params, resolve })
    return
  }
  for (const [index, param] of known.params.entries()) {
    const seen = seenAt(contradictions, index)
    const value = paramIn(exact.params, param.name, index)
    // Null is how optional params before others are left out of a list.
    const isOmitted = value === null && !param.required && Array.isArray(exact.params)
    if (value === undefined || isOmitted) {
      if (param.required) seen.omitted++
      continue
    }
    const typed = paramIn(written.params, param.name, index)
    addSeen(seen, param.schema, { exact: value, written: typed, resolve })
  }
  for (const [name, value] of furtherIn(written.params, known.params)) {
    const summary = contradictions.further.get(name) ?? emptySummary()
    contradictions.further.set(name, summary)
    addValue(summary, value)
  }
}

function paramIn(params: unknown, name: string, index: number): unknown {
  if (Array.isArray(params)) return params[index]
  return isObject(params) && Object.hasOwn(params, name) ? params[name] : undefined
}

function addSeen(
  seen: Seen,
  schema: unknown,
  { exact, written, resolve }: Read<unknown> & { readonly resolve: Resolve },
): void {
  seen.count++
  if (!isValid(schema, exact, { resolve })) addValue(seen.invalid, written)
}

function seenAt({ params }: Contradictions, index: number): Seen & { omitted: number } {
  const seen = params.get(index) ?? { count: 0, invalid: emptySummary(), omitted: 0 }
  params.set(index, seen)
  return seen
}

/** Returns the params that a document lacks. Those of a list are named by their position. */
function furtherIn(
  params: unknown,
  known: DocumentedMethod['params'],
): readonly (readonly [string, unknown])[] {
  if (Array.isArray(params)) {
    const further = params.slice(known.length) as readonly unknown[]
    return further.map((value, index) => [`param${known.length + index + 1}`, value])
  }
  const names = new Set(known.map(({ name }) => name))
  return isObject(params) ? Object.entries(params).filter(([name]) => !names.has(name)) : []
}

/** Returns the actions of an overlay that correct a method. */
export function correctionsOf(
  known: DocumentedMethod,
  written: unknown,
  contradictions: Contradictions,
): readonly object[] {
  const target = `$.methods[?@.name == ${JSON.stringify(known.name)}]`
  const source = recordOf(written)
  const { result } = contradictions
  return [
    ...paramActions(target, known, { source, contradictions }),
    ...descriptorActions(
      { target: `${target}.result`, descriptor: known.result?.json ?? {} },
      source['result'],
      schemaChange(source['result'], result),
    ),
  ]
}

interface Source {
  readonly source: Readonly<Record<string, unknown>>
  readonly contradictions: Contradictions
}

function paramActions(
  target: string,
  known: DocumentedMethod,
  { source, contradictions: { params, further } }: Source,
): readonly object[] {
  if (known.structure === 'whole') {
    const seen = params.get(0)
    if (seen === undefined || seen.invalid.count === 0) return []
    const update = { 'x-params': alternative(source['x-params'], seen) }
    return [
      { target: `${target}['x-params']`, remove: true },
      { target, update },
    ]
  }
  const list = listOf(source['params'])
  const changed = known.params.flatMap(({ json }, index) => {
    const { omitted = 0, ...seen } = params.get(index) ?? { count: 0, invalid: emptySummary() }
    const changes = { ...(omitted > 0 && { required: false }), ...schemaChange(list[index], seen) }
    const place = { target: `${target}.params[${index}]`, descriptor: json }
    return descriptorActions(place, list[index], changes)
  })
  const added = [...further].map(([name, summary]) => {
    const update = { name, required: false, schema: schemaOf(summary) }
    return { target: `${target}.params`, update }
  })
  return [...changed, ...added]
}

/** Returns a schema with an alternative for the values that it does not allow. */
function alternative(schema: unknown, { count, invalid }: Seen): InferredSchema {
  const inferred = { values: count, invalid: invalid.count }
  return { anyOf: [schema, schemaOf(invalid)], 'x-inferred': inferred }
}

/** Returns the new schema of a content descriptor, if it did not allow all values. */
function schemaChange(written: unknown, seen: Seen): { readonly schema?: InferredSchema } {
  if (seen.invalid.count === 0) return {}
  const source = recordOf(written)
  const ref = stringOf(source['$ref'])
  const schema = ref === undefined ? (source['schema'] ?? true) : schemaRef(ref)
  return { schema: alternative(schema, seen) }
}

interface Place {
  readonly target: string
  /** The content descriptor, without references. */
  readonly descriptor: object
}

/** Returns the actions that change a content descriptor. A reference is replaced by the descriptor. */
function descriptorActions(
  { target, descriptor }: Place,
  written: unknown,
  changes: Readonly<Record<string, unknown>>,
): readonly object[] {
  if (Object.keys(changes).length === 0) return []
  const ref = stringOf(recordOf(written)['$ref'])
  if (ref !== undefined) {
    const update = { ...descriptor, schema: schemaRef(ref), ...changes }
    return [
      { target: `${target}['$ref']`, remove: true },
      { target, update },
    ]
  }
  // An update is merged into the schema, so the old one is removed before.
  const removed = changes['schema'] ? [{ target: `${target}.schema`, remove: true }] : []
  return [...removed, { target, update: changes }]
}

/** Returns a reference to the schema of a content descriptor. */
function schemaRef(ref: string): object {
  return { $ref: `${ref}${ref.includes('#') ? '' : '#'}/schema` }
}
