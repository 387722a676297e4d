import type { SchemaIssue } from '../types.ts'

/** Describes the value that would be valid, depending on the keyword of the issue. */
export function expectedBy({ keyword, expected, message, matches }: SchemaIssue): string {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return 'the required member'
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'no unknown member'
    case 'false':
      return 'no value'
    case 'propertyNames':
      return 'a member with an allowed name'
    case 'type':
      return expected ?? 'another type'
    case 'enum':
      return `one of ${expected}`
    case 'anyOf':
    case 'oneOf':
      if (matches === 'several') return 'a value that matches exactly one alternative'
      return expected ?? 'a value that matches an alternative of the schema'
    case 'pattern':
      return `a match for ${expected}`
    case 'format':
      return `a value of format ${expected}`
    default:
      return expected ?? `a value that ${message}`
  }
}
