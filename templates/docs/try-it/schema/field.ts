import { isRecord } from '@rpcloom/rpc'
import { deepEqual, listOf, type SchemaObject } from '@rpcloom/schema/internal'
import { optionsOf, type Option } from './options.ts'
import { isNumber, partsOf, keywordOf } from './parts.ts'
import type { Resolve } from '@rpcloom/schema/internal'
import { remarksOf, type Remarks } from './remarks.ts'
import { typesOf } from './types.ts'

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
  const parts = partsOf(schema, resolve)
  return { ...remarksOf(parts), ...kindOf(parts, resolve) }
}

function kindOf(parts: readonly SchemaObject[], resolve: Resolve): FieldKind {
  const values = enumOf(parts)
  if (values !== undefined) return { kind: 'enum', values }
  const options = optionsOf(parts, resolve)
  const single = options?.map((option) => constOf(option.schema, resolve))
  if (single !== undefined && single.every((one) => one !== undefined)) {
    return { kind: 'enum', values: single }
  }
  if (options !== undefined) return { kind: 'choice', options }
  return plainKind(parts)
}

function plainKind(parts: readonly SchemaObject[]): FieldKind {
  const types = typesOf(parts)
  const [first, ...others] = types
  // A number that may also be sent as a string is sent as the preferred type. The input accepts both types.
  if (others.length > 0) return { kind: 'number', asText: first === 'string', isEither: true }
  switch (first) {
    case 'object':
      return { kind: 'object', members: membersOf(parts) }
    case 'array':
      return { kind: 'array', items: itemsOf(parts) }
    case 'boolean':
      return { kind: 'enum', values: [false, true].map(plainValue) }
    case 'null':
      return { kind: 'enum', values: [plainValue(null)] }
    case 'integer':
    case 'number':
      return { kind: 'number', asText: false, isEither: false }
    case 'string':
      return { kind: 'text', isLong: (keywordOf(parts, 'maxLength', isNumber) ?? 0) > 10_000 }
    default:
      return { kind: 'any' }
  }
}

function enumOf(parts: readonly SchemaObject[]): readonly EnumValue[] | undefined {
  for (const part of parts) {
    if (Object.hasOwn(part, 'const')) return [plainValue(part['const'])]
    if (Array.isArray(part['enum']) && part['enum'].length > 0) {
      return part['enum'].map(plainValue)
    }
  }
  return undefined
}

function plainValue(value: unknown): EnumValue {
  return { value, about: undefined }
}

/**
 * Returns the only value that an alternative allows. Returns undefined if the alternative allows
 * several values.
 */
function constOf(schema: unknown, resolve: Resolve): EnumValue | undefined {
  const parts = partsOf(schema, resolve)
  const values = enumOf(parts)
  if (values?.length !== 1) return undefined
  const { title, description } = remarksOf(parts)
  return { value: values[0]?.value, about: description ?? title }
}

function membersOf(parts: readonly SchemaObject[]): Members {
  const schemas = new Map<string, unknown[]>()
  for (const part of parts) {
    if (!isRecord(part['properties'])) continue
    for (const [name, schema] of Object.entries(part['properties'])) {
      schemas.set(name, [...(schemas.get(name) ?? []), schema])
    }
  }
  const required = new Set(parts.flatMap((part) => listOf(part['required'])).filter(isName))
  for (const name of required) if (!schemas.has(name)) schemas.set(name, [true])
  const declared = [...schemas].map(([name, all]) => ({
    name,
    schema: all.length === 1 ? all[0] : { allOf: all },
    required: required.has(name),
  }))
  return { declared, further: furtherOf(parts, declared.length === 0) }
}

function isName(value: unknown): value is string {
  return typeof value === 'string'
}

/**
 * Returns the schema of additional members, or undefined if the form offers none. The form offers additional
 * members only if the schema declares their type or declares no members at all.
 */
function furtherOf(parts: readonly SchemaObject[], isBare: boolean): unknown {
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    const further = parts.map((part) => part[keyword]).find((one) => one !== undefined)
    if (further === false) break
    if (further !== undefined) return further
  }
  const patterns = parts.map((part) => part['patternProperties']).find(isRecord)
  if (patterns !== undefined) return Object.values(patterns)[0]
  const isClosed = parts.some((part) => part['additionalProperties'] === false)
  return isBare && !isClosed ? true : undefined
}

function itemsOf(parts: readonly SchemaObject[]): Items {
  const number = (keyword: string): number | undefined => keywordOf(parts, keyword, isNumber)
  const prefix = parts.map((part) => part['prefixItems']).find(Array.isArray)
  const list = parts.map((part) => part['items']).find((one) => one !== undefined)
  const least = number('minItems') ?? 0
  const first: readonly unknown[] = prefix ?? (Array.isArray(list) ? list : [])
  const rest = Array.isArray(list)
    ? parts.map((part) => part['additionalItems']).find((one) => one !== undefined)
    : list
  const open = first.length > 0 && rest === undefined ? undefined : (rest ?? true)
  const most = number('maxItems') ?? Infinity
  return { first, rest: open === false ? undefined : open, least, most }
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
