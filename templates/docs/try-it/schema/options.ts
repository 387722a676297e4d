import { isRecord } from '@rpcloom/rpc'
import type { Resolve, SchemaObject } from '@rpcloom/schema/internal'
import { partsOf } from './parts.ts'
import { remarksOf } from './remarks.ts'
import { allTypes, isNumeric, perType } from './types.ts'

export interface Option {
  readonly label: string
  readonly schema: unknown
}

/** Returns the alternatives of a value. Returns undefined if there is only one. */
export function optionsOf(
  parts: readonly SchemaObject[],
  resolve: Resolve,
): readonly Option[] | undefined {
  const written = writtenOptions(parts, resolve)
  if (written !== undefined) return labelled(written, resolve)
  const types = allTypes(parts)
  if (types.length < 2 || isNumeric(types)) return undefined
  const numeric = types.filter((type) => ['integer', 'number', 'string'].includes(type))
  // A number and its string form are treated as a single alternative.
  const isOne = numeric.length > 1 && numeric.some((type) => type !== 'string')
  const rest = isOne ? types.filter((type) => !numeric.includes(type)) : types
  const options = perType(parts, rest)
  const number = { allOf: [...parts, { type: numeric, nullable: false }] }
  return labelled(isOne ? [number, ...options] : options, resolve)
}

function writtenOptions(
  parts: readonly SchemaObject[],
  resolve: Resolve,
): readonly unknown[] | undefined {
  for (const keyword of ['oneOf', 'anyOf']) {
    for (const part of parts) {
      const written = part[keyword]
      if (!Array.isArray(written) || written.length === 0) continue
      const options: readonly unknown[] = written
      if (options.every((option) => isOnlyConstraint(option, resolve))) continue
      // The parts of a part are in the list themselves; with them, an option would contain the alternatives again.
      const others = parts.filter((other) => other !== part)
      const rest = [...others.map(withoutParts), without(part, keyword)]
      const constraining = rest.filter(constrains)
      return options.map((option) =>
        constraining.length === 0 ? option : { allOf: [option, ...constraining] },
      )
    }
  }
  return undefined
}

/**
 * Whether an alternative only constrains the enclosing schema, with keywords such as `required`.
 */
function isOnlyConstraint(schema: unknown, resolve: Resolve): boolean {
  const words = ['required', 'not', 'title', 'description', 'maxProperties', 'minProperties']
  return partsOf(schema, resolve).every((part) =>
    Object.keys(part).every((keyword) => words.includes(keyword)),
  )
}

function withoutParts({ allOf: _parts, $ref: _target, ...own }: SchemaObject): SchemaObject {
  return own
}

function without(part: SchemaObject, keyword: string): SchemaObject {
  const remarks = [
    keyword,
    'title',
    'description',
    'default',
    'example',
    'examples',
    'allOf',
    '$ref',
  ]
  return Object.fromEntries(Object.entries(part).filter(([name]) => !remarks.includes(name)))
}

/** Whether a schema has constraining keywords other than `$ref` and `allOf`. */
function constrains(part: SchemaObject): boolean {
  const silent = ['title', 'description', 'default', 'example', 'examples', '$ref', 'allOf', '$id']
  return Object.keys(part).some(
    (keyword) => !silent.includes(keyword) && !keyword.startsWith('x-') && keyword !== '$comment',
  )
}

function labelled(schemas: readonly unknown[], resolve: Resolve): readonly Option[] {
  const labels = schemas.map((schema) => labelOf(schema, resolve))
  return schemas.map((schema, index) => {
    const label = labels[index] ?? ''
    const isShared = labels.some((other, at) => at !== index && other === label)
    return { schema, label: isShared || label === '' ? `${label || 'form'} ${index + 1}` : label }
  })
}

export function labelOf(schema: unknown, resolve: Resolve): string {
  const parts = partsOf(schema, resolve)
  const { title } = remarksOf(parts)
  if (title !== undefined) return title
  const named = isRecord(schema) && Array.isArray(schema['allOf']) ? schema['allOf'][0] : schema
  const ref = isRecord(named) && typeof named['$ref'] === 'string' ? named['$ref'] : undefined
  const name = ref?.split('/').at(-1)
  if (name) return name.replaceAll('~1', '/').replaceAll('~0', '~')
  for (const part of parts) {
    if (Object.hasOwn(part, 'const')) return JSON.stringify(part['const']) ?? ''
  }
  const format = parts.map((part) => part['format']).find((one) => typeof one === 'string')
  return typeof format === 'string' ? format : allTypes(parts).join(' or ')
}
