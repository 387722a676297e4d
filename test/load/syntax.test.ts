import { expect, test } from 'vitest'
import { parseText } from '../../generator/src/load/parse/parse.ts'

function faultsOf(file: string, text: string): readonly string[] {
  const parsed = parseText(file, text)
  if (parsed.kind === 'parsed') return []
  return parsed.findings.map(({ code, line, column }) => `${code} ${line}:${column}`)
}

function messagesOf(file: string, text: string): string {
  const parsed = parseText(file, text)
  return parsed.findings.map(({ message }) => message).join('\n')
}

const conflict = '<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> theirs\n'

test.each<readonly [what: string, file: string, text: string, want: readonly string[]]>([
  ['nothing', 'a.json', ' \n', ['RL102 1:1']],
  ['nothing, in YAML', 'a.yaml', '\n\n', ['RL103 1:1']],
  ['a conflict', 'a.json', `{\n${conflict}}`, ['RL102 2:1']],
  ['a conflict in YAML', 'a.yaml', `a: 1\n${conflict}`, ['RL103 2:1']],
  ['a page', 'a.json', '\n<!DOCTYPE html><p class="a">404</p>', ['RL102 2:1']],
  ['a pointer of Git LFS', 'a.json', 'version https://git-lfs.github.com/spec/v1\n', ['RL102 1:1']],
  ['a brace too few', 'a.json', '{ "a": [ { "b": 1 ],\n "c": 2 }', ['RL102 1:19', 'RL102 2:10']],
  ['a key that is being written', 'a.json', '{\n "a": 1,\n "de\n "b": 2\n}', ['RL102 3:2']],
  ['two documents', 'a.json', '{}\n{}', ['RL102 2:1']],
  ['brackets without end', 'a.json', '['.repeat(100_000), ['RL105 1:402']],
  ['tabs', 'a.yaml', 'a:\n  - b: 1\n\tc: 2\n\td: 3\n', ['RL103 3:1', 'RL103 4:1']],
  ['a quote without end', 'a.yaml', "a: 'b'\nc: 'd\ne: 1\nf: 2\n", ['RL103 2:4']],
  ['a quote within', 'a.yaml', "a: 'b\nc: 'd'\n", ['RL103 1:4']],
  [
    'braces too many in YAML',
    'a.yaml',
    'a:\n  }\n},\n"b": 1\n',
    ['RL103 2:3', 'RL103 3:1', 'RL103 4:4'],
  ],
  ['an alias in an unterminated string', 'a.yaml', 'a: *b\nc: [\n', ['RL103 3:1']],
])('%s: one error at its start', (_, file, text, want) => {
  expect(faultsOf(file, text)).toEqual(want)
})

test.each([
  ["{ 'a': 1 }", '`"`'],
  ['{ "a": True }', '`true`'],
  ['{ "a": None }', '`null`'],
  ['{ "a": pet }', '`pet`'],
  ['{ "a": 01 }', 'leading zeros'],
])('%s: the help shows the correct form', (text, word) => {
  expect(messagesOf('a.json', text)).toContain(word)
})

test.each(['a: <<<<<<< b\n', 'a: |\n  <!DOCTYPE html>\n', '"<<<<<<< HEAD"', 'version: 1\n'])(
  '%j is not reported as stray text',
  (text) => {
    expect(faultsOf('a.yaml', text)).toEqual([])
  },
)

test('unpaired conflict markers are scanned once', () => {
  const text = `[]\n${'<<<<<<< a\n'.repeat(100_000)}${'=======\n'.repeat(100_000)}`
  expect(faultsOf('a.json', text)).toContain('RL102 2:1')
})
