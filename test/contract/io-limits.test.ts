import { constants } from 'node:buffer'
import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { readContract } from '@rpcloom/conform'
import { expect, test } from 'vitest'
import { responseDifferences } from '../../generator/src/conform/io/differences.ts'
import { readIoFolder } from '../../generator/src/conform/io/folder.ts'
import { parseIo } from '../../generator/src/conform/io/format.ts'
import { openIoRecorder } from '../../generator/src/conform/io/recorder.ts'
import { temporaryFolder } from '../temporary-folder.ts'

test.each<[string, unknown, unknown, readonly string[], readonly string[]]>([
  ['equal integers', { result: 1 }, { result: 1n }, [], []],
  ['strings', { result: '0x1' }, { result: '0x2' }, ['/result'], []],
  ['types', { result: 1 }, { result: '1' }, ['/result'], ['/result']],
  [
    'a missing member',
    { result: { 'a/b': 1 } },
    { result: {} },
    ['/result/a~1b'],
    ['/result/a~1b'],
  ],
  ['a missing item', { result: [1, 2] }, { result: [1] }, ['/result/1'], []],
  ['an added item', { result: [1] }, { result: [1, null] }, ['/result/1'], ['/result/1']],
  [
    'messages of errors',
    { error: { code: 1, message: 'a' } },
    { error: { code: 1, message: 'b' } },
    [],
    [],
  ],
  ['codes of errors', { error: { code: 1 } }, { error: { code: 2 } }, ['/error/code'], []],
  ['large integers', { result: 2n ** 64n }, { result: 2n ** 64n + 1n }, ['/result'], []],
  [
    'a member __proto__',
    { result: JSON.parse('{"__proto__":1}') as unknown },
    { result: {} },
    ['/result/__proto__'],
    ['/result/__proto__'],
  ],
])('differences of %s', (...[, one, other, values, shapes]) => {
  const pointers = (comparison: 'values' | 'shapes'): readonly string[] =>
    responseDifferences(one, other, comparison).map(({ pointer }) => pointer)
  expect([pointers('values'), pointers('shapes')]).toEqual([values, shapes])
})

test('messages of more than 1,000 levels are faulty', () => {
  const request = (levels: number): string => `>> ${'['.repeat(levels)}"["${']'.repeat(levels)}`
  expect([parseIo(request(1000)).kind, parseIo(request(1001)).kind]).toEqual(['io', 'faulty'])
})

test('the shapes of long lists without a common item are compared up to the limit', () => {
  let reads = 0
  const list = (name: string): object => ({
    result: Array.from({ length: 300 }, (_, index) =>
      Object.defineProperty({}, name + index, { enumerable: true, get: () => ++reads }),
    ),
  })
  expect(responseDifferences(list('a'), list('b'), 'shapes')).toHaveLength(20)
  expect(reads).toBeLessThan(300 * 100)
})

test('the shapes of nested lists are compared once', () => {
  let reads = 0
  const nested = (item: unknown, depth: number): unknown =>
    depth === 0 ? item : [nested(item, depth - 1)]
  const leaf = Object.defineProperty({}, 'a', { enumerable: true, get: () => ++reads })
  const found = responseDifferences(
    { result: nested(1, 12) },
    { result: nested(leaf, 12) },
    'shapes',
  )
  expect(found).toMatchObject([{ pointer: `/result${'/0'.repeat(12)}`, got: 'object' }])
  const all = responseDifferences({ r: nested({}, 12) }, { r: nested(leaf, 12) }, 'shapes')
  expect([all.length, reads]).toEqual([1, 1])
})

test('files that are not UTF-8 text, or too large for a string, are faulty', () => {
  const folder = temporaryFolder({ 'a/b.io': Buffer.from('>> {"id":"\u00ff"}', 'latin1') })
  const found = { kind: 'faulty', message: 'a/b.io: the file is not UTF-8 text' }
  expect(readIoFolder(folder)).toEqual(found)
  truncateSync(join(folder, 'a/b.io'), constants.MAX_STRING_LENGTH + 1)
  expect(readIoFolder(folder)).toEqual({ ...found, message: 'a/b.io: the file is too large' })
})

test('two recorders in one folder write different files', () => {
  const folder = temporaryFolder({})
  const body = '{"id":1,"method":"a"}'
  const exchange = {
    kind: 'response',
    status: 200,
    contentType: 'application/json',
    body: '{"id":1}',
  } as const
  for (const recorder of [openIoRecorder(folder), openIoRecorder(folder)])
    recorder.add({ path: '/', verb: 'POST', body, exchange }, readContract({}))
  expect(readdirSync(join(folder, 'a'))).toEqual(['000001.io', '000002.io'])
})
