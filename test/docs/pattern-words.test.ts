import { expect, test } from 'vitest'
import { patternWords } from '@rpcloom/schema/internal'

test.each([
  ['^0x[0-9a-fA-F]{64}$', '`0x`, 64 hexadecimal digits'],
  ['^0x[a-f0-9]{40}$', '`0x`, 40 lower-case hexadecimal digits'],
  ['^NodeID-[1-9A-HJ-NP-Za-km-z]{33}$', '`NodeID-`, 33 Base58 characters'],
  [
    '^[a-z][a-z0-9-]*$',
    'a lower-case letter, any number of characters (`-`, digits, lower-case letters)',
  ],
  ['^-?\\d+$', 'optionally `-`, 1 or more digits'],
  ['^[A-Za-z]{2,4}$', '2 to 4 letters'],
  ['^v\\.[1-9]{3,}$', '`v.`, 3 or more digits from 1 to 9'],
  ['^\\w{1,8}$', '1 to 8 characters (letters, digits, `_`)'],
  ['^[+-]x$', 'a character (`+`, `-`), `x`'],
])('%s is %s', (pattern, words) => {
  expect(patternWords(pattern)).toBe(words)
})

test.each([
  '^(a|b)$',
  '[0-9]+',
  '^[^a]$',
  '^a.b$',
  '^$',
  '^`$',
  '^\\p{L}+$',
  '^a|b$',
  '^a?b?c?d?e?f?$',
  '^\\bx$',
  '^a{2}?$',
])('%s has no words', (pattern) => {
  expect(patternWords(pattern)).toBeUndefined()
})
