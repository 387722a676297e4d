import { expect, test } from 'vitest'
import { parseText } from '../../generator/src/load/parse/parse.ts'

test.each<[string, readonly string[]]>([
  ['{"a":1,"a":2}', ['"a" 8']],
  ['{"a":1,"\\u0061":2}', ['"a" 8']],
  ['{"a":{"a":1},"b":{"a":1}}', []],
  ['[{"a":1},{"a":1},"a","a"]', []],
  ['{"x":["a","a",{"k":1}],"y":"x","x":0}', ['"x" 32']],
  ['{"":1,"":2,"":3}', ['"" 7', '"" 12']],
  ['{"__proto__":1,"__proto__":2}', ['"__proto__" 16']],
  ['{"a\\"":"}{[","a\\"":",\\\\"}', ['"a\\"" 14']],
  ['{"a":"a","b":"a"}', []],
  ['{"a":1,/* "a": 2, */"a":3,}', ['"a" 21']],
  ['"a"', []],
])('%s', (text, wanted) => {
  const { findings } = parseText('a.json', text)
  const repeated = findings.filter(({ code }) => code === 'RL108')
  expect(
    repeated.map(({ message, column }) => `${/^Duplicate key (.*);/.exec(message)?.[1]} ${column}`),
  ).toEqual(wanted)
})
