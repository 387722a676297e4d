import { stringify } from '../json/stringify.ts'
import { deepEqual } from '../json/equal.ts'
import type { Rule } from '../check/rule.ts'
import { distinct, filled } from './draft-7.ts'
import type { KeywordTable } from './keyword.ts'

/** Keywords for values of any type. */
export const anyKeywords: KeywordTable = {
  type: { form: 'type', draft7: distinct, isMerged: true },
  enum: { form: 'list', draft7: (value) => filled(value) ?? distinct(value), isMerged: true },
  const: { isMerged: true },
  nullable: { form: 'flag', isMerged: true },
}

const type: Rule = {
  names: ['type'],
  check({ type: types }) {
    if (types === undefined) return undefined
    const listed: readonly unknown[] = Array.isArray(types) ? types : [types]
    const [first, ...others] = listed.map(testOf)
    if (first === undefined) return undefined
    const test = (value: unknown): boolean => first(value) || others.some((one) => one(value))
    const isOne = others.length === 0
    const expected = listed.join(' or ')
    const message = `must be ${expected}`
    return (value, run) => (isOne ? first : test)(value) || run.fail('type', message, expected)
  },
}

const enumeration: Rule = {
  names: ['enum'],
  check({ enum: allowed }) {
    if (!Array.isArray(allowed)) return undefined
    const expected = allowed.slice(0, 20).map(shown).join(', ')
    const message = `must be one of ${expected}`
    // A list may have thousands of values, and is compared with each item of an array.
    const scalars = new Set(allowed.map(numberKey))
    const others = allowed.filter((one) => typeof one === 'object')
    return (value, run) =>
      scalars.has(numberKey(value)) ||
      others.some((one) => deepEqual(one, value)) ||
      run.fail('enum', message, expected)
  },
}

/** Returns the same for 1 and 1n. */
function numberKey(value: unknown): unknown {
  return typeof value === 'bigint' && BigInt(Number(value)) === value ? Number(value) : value
}

const constant: Rule = {
  names: ['const'],
  check({ const: wanted }) {
    const expected = shown(wanted)
    const message = `must be ${expected}`
    return (value, run) => deepEqual(wanted, value) || run.fail('const', message, expected)
  },
}

function shown(value: unknown): string {
  return stringify(value).slice(0, 100)
}

type Test = (value: unknown) => boolean

/** Whether a value has one of some types. */
export function isOfType(value: unknown, types: readonly unknown[]): boolean {
  return types.some((type) => testOf(type)(value))
}

function testOf(name: unknown): Test {
  return (
    (typeof name === 'string' && Object.hasOwn(tests, name) ? tests[name] : undefined) ??
    ((value) => typeof value === name)
  )
}

const tests: Readonly<Record<string, Test>> = {
  integer: (value) => typeof value === 'bigint' || Number.isInteger(value),
  number: (value) => typeof value === 'bigint' || Number.isFinite(value),
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** In the order in which they are checked and reported. */
export const anyRules: readonly Rule[] = [type, enumeration, constant]
