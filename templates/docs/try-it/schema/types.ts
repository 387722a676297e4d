import { isIntegerFormat, type TypeName } from '@rpcloom/schema/internal'
import { textOf, type ValueView } from './view.ts'

/**
 * Returns the JSON types that a value may have. A number that may be sent as a string has several types, with
 * the preferred type first. The list is empty if the type is unknown.
 */
export function sentTypes(view: ValueView): readonly TypeName[] {
  const types = allTypes(view)
  return types.length > 1 && isNumeric(types) ? types : types.slice(0, 1)
}

/** Returns all allowed JSON types, including `null` for OpenAPI's `nullable`. */
export function allTypes(view: ValueView): readonly TypeName[] {
  const { types, implied } = view
  if (types !== undefined) return types
  if (implied.length > 0) return implied.length === 1 ? implied : []
  const format = textOf(view, 'format')
  if (format === undefined) return []
  return isIntegerFormat(format) ? ['string', 'integer'] : ['string']
}

/** Whether the JSON types are those of a number that may be sent as a string. */
export function isNumeric(types: readonly TypeName[]): boolean {
  return types.every((type) => ['string', 'integer', 'number'].includes(type))
}
