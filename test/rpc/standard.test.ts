import { checkSchema, standardSchema } from '@rpcloom/schema'
import { expect, test } from 'vitest'

const pet = standardSchema<{ readonly id: number; readonly tags: readonly string[] }>({
  type: 'object',
  required: ['id', 'tags'],
  properties: {
    id: { type: 'integer' },
    tags: { type: 'array', items: { $ref: '#/$defs/tag' } },
    'a/b': { type: 'boolean' },
  },
  $defs: { tag: { type: 'string' } },
})['~standard']

test('a valid value is returned as it is', () => {
  const value = { id: 1, tags: ['a'] }
  const result = pet.validate(value)
  expect(result).toEqual({ value })
  if (result.issues === undefined) {
    const id: number = result.value.id
    expect(result.value).toBe(value)
    expect(id).toBe(1)
  }
  expect([pet.version, pet.vendor]).toEqual([1, 'rpcloom'])
})

test.each([
  [{ id: 'x', tags: ['a', 5] }, [['id'], ['tags', 1]]],
  [{ id: 1, tags: [], 'a/b': 'no' }, [['a/b']]],
  [null, [[]]],
  [{ id: 1 }, [['tags']]],
])('issues of %j have the paths %j', (value, paths) => {
  const { issues = [] } = pet.validate(value)
  expect(issues.map(({ path }) => path)).toEqual(paths)
  expect(issues.every(({ message }) => message.length > 3)).toBe(true)
})

test.each([0, -1])('an invalid value has an issue, whatever the limit (%d)', (maxIssues) => {
  expect(checkSchema({ type: 'string' }, 5, { maxIssues })).toHaveLength(1)
  const { '~standard': standard } = standardSchema({ type: 'string' }, { maxIssues })
  expect(standard.validate(5).issues).toHaveLength(1)
  expect(standard.validate('a').issues).toBeUndefined()
})
