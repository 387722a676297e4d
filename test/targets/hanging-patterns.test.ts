import { map } from '@rpcloom/rpc/codegen'
import { decode } from '@rpcloom/rpc/internal'
import { isQuick, matches } from '@rpcloom/schema/internal'
import { expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { emitted } from './emitted.ts'

const hanging = ['(a+)+$', '(a|a)*b', '^(\\w+\\s?)*$', '^((a+)+)+$', '(?=(a+)+$)b', '(a+)+\\1$']
const names = ['a', 'a ', ' '].map((part) => `${part.repeat(50_000 / part.length)}!`)

/** Returns the CPU time in seconds, which is independent of other processes. */
function seconds(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1e6
}

test.each(hanging)(
  'strings of 50,000 characters are matched against %s in little time',
  (pattern) => {
    for (const text of names) expect(seconds(() => matches(pattern, text))).toBeLessThan(2)
  },
)

test('a pattern of member names does not keep the client busy', { timeout: 120_000 }, async () => {
  const uint64 = { type: 'integer', format: 'uint64' }
  const schema = {
    type: 'object',
    patternProperties: {
      ...Object.fromEntries(hanging.map((one) => [one, uint64])),
      '^x-': uint64,
    },
  }
  const { api } = build(documentOf([answering('getNames', schema)]))
  const output = await emitted(api, [])
  output.compile('types')
  const { getNames } = (await output.load('types/dist/methods/test.js')) as {
    readonly getNames: { readonly result: Parameters<typeof decode>[0] }
  }
  for (const name of names) {
    expect(seconds(() => decode(getNames.result, { [name]: 1 }))).toBeLessThan(2)
  }
  expect(decode(getNames.result, { 'x-a': '7', aaa: '8' })).toEqual({ 'x-a': 7n, aaa: 8n })
})

test('a name test replaces a pattern', () => {
  const shape = map(undefined, {
    patterns: [
      [{ test: (name) => name === 'n' }, { v: { kind: 'codec', read: Number, write: String } }],
    ],
  })
  expect(decode(shape, { n: { v: '1' }, m: { v: '1' } })).toEqual({ n: { v: 1 }, m: { v: '1' } })
})

test.each([
  ['no such .* pet', true],
  ['^.*not found: .*$', true],
  ['(a+)+$', false],
  ['^(\\w+\\s?)*$', false],
  ['(', false],
])('the pattern of a reason does not hang: %s', (pattern, isKept) => {
  expect(isQuick(pattern, 500)).toBe(isKept)
  const error = { code: 1, message: 'no', 'x-reason': { name: 'no', pattern } }
  const { api, diagnostics } = build(
    documentOf([{ ...answering('get', { type: 'string' }), errors: [error] }]),
  )
  expect(api.groups[0]?.errors[0]?.pattern).toBe(isKept ? pattern : undefined)
  expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual(
    isKept ? [] : [['RL301', '/methods/0/errors/0/x-reason/pattern']],
  )
})
