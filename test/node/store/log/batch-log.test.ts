import { expect, test } from 'vitest'
import { decodeBatch, encodeBatch } from '../../../../packages/node/src/store/batch.ts'
import { put, remove } from '../../../../packages/node/src/store/store.ts'
import { describeLog } from './batch-log-contract.ts'
import { MemoryLog } from './memory-log.ts'

test.each([
  ['no change', []],
  ['an empty value', [put(Buffer.from('a'), Buffer.alloc(0))]],
  ['a removed key', [remove(Buffer.from('a'))]],
  ['several changes', [put(Buffer.from('a'), Buffer.from('b')), remove(Buffer.alloc(300, 1))]],
])('a batch with %s is decoded', (_, changes) => {
  expect(decodeBatch(encodeBatch(changes))).toEqual(changes)
})

test.each([
  ['is short', '000000'],
  ['has a key past the end', '0000000500000001aa'],
  ['has a value past the end', '00000001000000ffaabb'],
  ['has a negative length', '00000001fffffffeaa'],
])('a batch that %s is refused', (_, hex) => {
  expect(() => decodeBatch(Buffer.from(hex, 'hex'))).toThrow(RangeError)
})

describeLog('in memory', async () => {
  const memory = new MemoryLog()
  return [memory.connect(), memory.connect()]
})
