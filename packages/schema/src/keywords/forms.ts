import { isRecord } from '../json/values.ts'
import { isTypeName, typeNames } from '../types.ts'

/** The forms that JSON Schema requires for the values of keywords. */
export type Form =
  | 'type'
  | 'names'
  | 'namesByName'
  | 'list'
  | 'map'
  | 'text'
  | 'flag'
  | 'number'
  | 'count'
  | 'exclusive'

interface FormRule {
  readonly test: (value: unknown) => boolean
  /** Words that follow "must be". */
  readonly expected: string
  /** A valid value, as JSON. */
  readonly sample: string
}

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint'

const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

export const forms: Readonly<Record<Form, FormRule>> = {
  type: {
    test: (value) =>
      Array.isArray(value) ? value.length > 0 && value.every(isTypeName) : isTypeName(value),
    expected: `one of ${typeNames.join(', ')}, or a list of them`,
    sample: '"string"',
  },
  names: { test: isNames, expected: 'a list of property names', sample: '["id", "name"]' },
  namesByName: {
    test: (value) => isRecord(value) && Object.values(value).every(isNames),
    expected: 'an object of lists of property names',
    sample: '{ "id": ["name"] }',
  },
  list: { test: Array.isArray, expected: 'a list', sample: '[...]' },
  map: { test: isRecord, expected: 'an object', sample: '{ "name": { "type": "string" } }' },
  text: { test: (value) => typeof value === 'string', expected: 'a string', sample: '"..."' },
  flag: { test: (value) => typeof value === 'boolean', expected: 'a boolean', sample: 'true' },
  number: { test: isNumber, expected: 'a number', sample: '1' },
  count: {
    test: (value) =>
      typeof value === 'bigint' ? value >= 0 : Number.isInteger(value) && Number(value) >= 0,
    expected: 'a non-negative integer',
    sample: '1',
  },
  // Draft 4 defines the keyword as a boolean, and documents still use that form.
  exclusive: {
    test: (value) => isNumber(value) || typeof value === 'boolean',
    expected: 'a number',
    sample: '0',
  },
}
