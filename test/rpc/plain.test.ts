import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSchema } from '@rpcloom/rpc/schema'
import { PlainCheck, plainOf } from '../../packages/rpc/src/schema/plain.ts'
import { pointerResolver } from '@rpcloom/rpc/schema'

const scalar = fc.record(
  {
    type: fc.constantFrom(
      'string',
      'integer',
      'boolean',
      ['string', 'integer'],
      ['null', 'number'],
    ),
    format: fc.constantFrom('uint8', 'hex', 'no-format'),
    enum: fc.constantFrom([1, 'a'], [null]),
    const: fc.constantFrom('a', 1),
    minimum: fc.integer({ min: -2, max: 3 }),
    maxLength: fc.integer({ min: 0, max: 3 }),
    pattern: fc.constantFrom('^a', '['),
    nullable: fc.boolean(),
    description: fc.constant('any'),
  },
  { requiredKeys: [] },
)
const list = (items: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc.record(
    {
      type: fc.constantFrom('array', ['array', 'string']),
      items,
      minItems: fc.constantFrom(0, 2),
      maxItems: fc.constantFrom(1, 3),
      nullable: fc.boolean(),
    },
    { requiredKeys: ['items'] },
  )
const named = fc.record(
  {
    $ref: fc.constantFrom('#/$defs/Short', '#/$defs/Shorts', '#/$defs/Away'),
    default: fc.constant(1),
  },
  { requiredKeys: ['$ref'] },
)
const schema = fc.oneof(
  scalar,
  named,
  list(scalar),
  list(named),
  list(list(fc.oneof(scalar, named))),
)

const document = {
  $defs: {
    Short: { type: 'string', maxLength: 2 },
    Shorts: { type: 'array', items: { $ref: '#/$defs/Short' } },
    Away: { $ref: '#/$defs/Shorts', title: 'Away' },
    Round: { $ref: '#/$defs/Round' },
  },
}
const resolve = pointerResolver(document)
const at = { pointer: '/v', schemaPointer: '' }
const values = [
  null,
  true,
  0,
  -3,
  300,
  1.5,
  '',
  'a',
  'abc',
  '0xff',
  {},
  [],
  ['a'],
  ['abc', 1, null, 'ab'],
  [['a', 'abc'], [], 7, ['a', null]],
]

test('what a plain schema finds is what the walk finds', () => {
  const wrong = fc.sample(schema, { seed: 51, numRuns: 400 }).flatMap((one) => {
    const plain = plainOf(one, resolve)
    if (!plain) return [one]
    return values.filter((value) => {
      const found = new PlainCheck({ maxIssues: 10 })
      const done = found.look(plain, value, at)
      const want = checkSchema(one, value, { resolve, maxIssues: 10, pointer: '/v' })
      return !done || JSON.stringify(found.issues) !== JSON.stringify(want)
    })
  })
  expect(wrong).toEqual([])
})

describe('left to the walk', () => {
  test.each([
    ['a choice', { anyOf: [{}] }],
    ['members', { properties: { a: {} } }],
    ['a tuple', { items: [{}] }],
    ['a list of any', { minItems: 1 }],
    ['unique items', { items: {}, uniqueItems: true }],
    ['items of a kind', { items: {}, contains: {} }],
    ['a list of choices', { items: { oneOf: [{}] } }],
    ['a reference with more beside it', { $ref: '#/$defs/Short', minLength: 1 }],
    ['a reference in a circle', { $ref: '#/$defs/Round' }],
    ['a reference to nowhere', { $ref: '#/$defs/None' }],
    ['no schema', true],
  ])('%s', (_, one) => {
    expect(plainOf(one, resolve)).toBeUndefined()
  })

  test('lists that are long, of which nothing is told', () => {
    const plain = plainOf({ items: { items: { type: 'string' } } }, resolve)
    const found = new PlainCheck({})
    const long = [[1], ...Array.from({ length: 600 }, () => ['a', 'b'])]
    expect(plain && found.look(plain, long, at)).toBe(false)
    expect(found.issues).toEqual([])
    expect(plain && found.look(plain, [[1]], at)).toBe(true)
    expect(found.issues.map(({ pointer }) => pointer)).toEqual(['/v/0/0'])
  })
})
