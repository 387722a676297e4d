import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { http } from '@rpcloom/rpc/http'
import { refsIn } from '@rpcloom/rpc/internal'
import { checkSchema } from '@rpcloom/schema'

// Lists that are far longer than usual.

test('an array is checked against a long enumeration in time', () => {
  const words = Array.from({ length: 5000 }, (_, at) => `word ${at}`)
  const schema = { type: 'array', items: { enum: [...words, 1, { a: 1 }] } }
  const started = performance.now()
  expect(
    checkSchema(
      schema,
      Array.from({ length: 50_000 }, () => words.at(-1)),
    ),
  ).toEqual([])
  expect(performance.now() - started).toBeLessThan(1000)
  expect(checkSchema(schema, [1, 1n, { a: 1n }])).toEqual([])
  expect(checkSchema(schema, ['1', 2n, { a: 2 }, null])).toHaveLength(4)
})

test('references are found beside a long list', () => {
  const value = [{ $ref: '#/components/schemas/A' }, ...Array.from({ length: 200_000 }, () => 0)]
  expect([...refsIn({ enum: value })]).toEqual(['#/components/schemas/A'])
})

test('a response in parts of one byte takes hardly more memory than its size', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const heap = (): number => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  let finish = (): void => {}
  const server = createServer((_request, response) => {
    response.flushHeaders()
    response.socket?.write('1\r\n \r\n'.repeat(300_000))
    finish = () => response.end('{"jsonrpc":"2.0","id":1,"result":"late"}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const before = heap()
  const called = http(`http://127.0.0.1:${port}`)({ method: 'm', path: '/', id: 1 })
  let most = 0
  for (let round = 0; round < 10; round++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    most = Math.max(most, heap() - before)
  }
  finish()
  expect(await called).toMatchObject({ message: { result: 'late' } })
  expect(most).toBeLessThan(15_000_000)
})
