import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readContract } from '@rpcloom/conform'
import { expect, test } from 'vitest'
import { responseDifferences } from '../../generator/src/conform/io/differences.ts'
import { parseIo } from '../../generator/src/conform/io/format.ts'
import { openIoRecorder } from '../../generator/src/conform/io/recorder.ts'
import { temporaryFolder } from '../temporary-folder.ts'

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
