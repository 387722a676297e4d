import { isRecord } from '@rpcloom/rpc'
import { conjunctionOf, type Conjunction, deepEqual, type Resolve } from '@rpcloom/schema/internal'
import { optionsOf, type Option } from './options.ts'
import { remarksOf, type Remarks } from './remarks.ts'
import { sentTypes } from './types.ts'
import { numberOf, type ValueView, viewAt } from './view.ts'

/** The kind of input for a schema, without inputs for nested schemas. */
export type Field = Remarks & FieldKind

export type FieldKind =
  | { readonly kind: 'object'; readonly members: Members }
  | { readonly kind: 'array'; readonly items: Items }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | { readonly kind: 'enum'; readonly values: readonly EnumValue[] }
  /** `asText`: sent as a string. `isEither`: the schema allows a string and a number. */
  | { readonly kind: 'number'; readonly asText: boolean; readonly isEither: boolean }
  | { readonly kind: 'text'; readonly isLong: boolean }
  | { readonly kind: 'any' }

export interface Member {
  readonly name: string
  readonly schema: unknown
  readonly required: boolean
}

export interface Members {
  readonly declared: readonly Member[]
  readonly further: unknown
}

export interface Items {
  readonly first: readonly unknown[]
  readonly rest: unknown
  readonly least: number
  readonly most: number
}

export interface EnumValue {
  readonly value: unknown
  readonly about: string | undefined
}

/** Returns the field for a schema, with references resolved and combined schemas merged. */
export function fieldOf(schema: unknown, resolve: Resolve): Field {
  const view = viewAt(schema, resolve)
  return { ...remarksOf(view), ...kindOf(view, resolve) }
}

function kindOf(view: ValueView, resolve: Resolve): FieldKind {
  if (isListed(view)) return { kind: 'enum', values: view.values.map(plainValue) }
  const options = optionsOf(view, resolve)
  const single = options?.map((option) => constOf(option.schema, resolve))
  if (single !== undefined && single.every((one) => one !== undefined)) {
    return { kind: 'enum', values: single }
  }
  if (options !== undefined) return { kind: 'choice', options }
  return plainKind(view)
}

function plainKind(view: ValueView): FieldKind {
  const [first, ...others] = sentTypes(view)
  // A number that may also be sent as a string is sent as the preferred type. The input accepts both types.
  if (others.length > 0) return { kind: 'number', asText: first === 'string', isEither: true }
  switch (first) {
    case 'object':
      return { kind: 'object', members: membersOf(view) }
    case 'array':
      return { kind: 'array', items: itemsOf(view) }
    case 'boolean':
      return { kind: 'enum', values: [false, true].map(plainValue) }
    case 'null':
      return { kind: 'enum', values: [plainValue(null)] }
    case 'integer':
    case 'number':
      return { kind: 'number', asText: false, isEither: false }
    case 'string':
      return { kind: 'text', isLong: (numberOf(view, 'maxLength') ?? 0) > 10_000 }
    case undefined:
      return { kind: 'any' }
    default:
      return first satisfies never
  }
}

function isListed(view: ValueView): view is ValueView & { readonly values: readonly unknown[] } {
  return view.values !== undefined && view.values.length > 0
}

function plainValue(value: unknown): EnumValue {
  return { value, about: undefined }
}

/**
 * Returns the only value that an alternative allows. Returns undefined if the alternative allows
 * several values.
 */
function constOf(schema: unknown, resolve: Resolve): EnumValue | undefined {
  const view = viewAt(schema, resolve)
  if (view.values?.length !== 1) return undefined
  const { title, description } = remarksOf(view)
  return { value: view.values[0], about: description ?? title }
}

function membersOf(view: ValueView): Members {
  const { properties, required } = view
  const names = new Set([...properties.keys(), ...required])
  const declared = [...names].map((name) => ({
    name,
    schema: schemaOf(properties.get(name) ?? []) ?? true,
    required: required.has(name),
  }))
  return { declared, further: furtherOf(view, declared.length === 0) }
}

function schemaOf(schemas: Conjunction<undefined>): unknown {
  return schemas.length === 0 ? undefined : conjunctionOf(schemas.map(({ json }) => json))
}

/**
 * Returns the schema of additional members, or undefined if the form offers none. The form offers additional
 * members only if the schema declares their type or declares no members at all.
 */
function furtherOf({ additional, patterns, valuesOf }: ValueView, isBare: boolean): unknown {
  const isClosed = additional.some(({ json }) => json === false)
  const further = schemaOf(additional) ?? valuesOf('unevaluatedProperties')[0]
  if (further !== undefined && further !== false && !isClosed) return further
  const [pattern] = patterns.values()
  if (pattern !== undefined) return schemaOf(pattern)
  return isBare && !isClosed ? true : undefined
}

function itemsOf(view: ValueView): Items {
  const first = view.first.map(schemaOf)
  const rest = schemaOf(view.rest)
  const isOpen = !view.rest.some(({ json }) => json === false)
  return {
    first,
    rest: isOpen ? (rest ?? (first.length > 0 ? undefined : true)) : undefined,
    least: numberOf(view, 'minItems') ?? 0,
    most: numberOf(view, 'maxItems') ?? Infinity,
  }
}

/** Whether a field can represent a value without changing it. */
export function canRepresent(field: Field, value: unknown): boolean {
  switch (field.kind) {
    case 'object':
      return isRecord(value)
    case 'array':
      return Array.isArray(value)
    case 'number':
      if (field.isEither && typeof value === 'string') return value !== ''
      return typeof value === 'number' || typeof value === 'bigint'
    case 'text':
      return typeof value === 'string'
    case 'enum':
      return field.values.some((one) => deepEqual(one.value, value))
    case 'choice':
    case 'any':
      return true
    default:
      return field satisfies never
  }
}
