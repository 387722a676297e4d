import { expect, test } from 'vitest'
import { repeatedKeys } from '../../generator/src/load/repeated-keys.ts'

test.each<[string, readonly string[]]>([
  ['{"a":1,"a":2}', ['a@7']],
  ['{"a":1,"\\u0061":2}', ['a@7']],
  ['{"a":{"a":1},"b":{"a":1}}', []],
  ['[{"a":1},{"a":1},"a","a"]', []],
  ['{"x":["a","a",{"k":1}],"y":"x","x":0}', ['x@31']],
  ['{"":1,"":2,"":3}', ['@6', '@11']],
  ['{"__proto__":1,"__proto__":2}', ['__proto__@15']],
  ['{"a\\"":"}{[","a\\"":",\\\\"}', ['a"@13']],
  ['{"a":"a","b":"a"}', []],
  ['"a"', []],
])('%s', (text, wanted) => {
  JSON.parse(text)
  expect(repeatedKeys(text).map(({ key, offset }) => `${key}@${offset}`)).toEqual(wanted)
})
