import { afterAll, beforeAll, expect, test } from 'vitest'
import { funded, running, type Running } from './running.ts'

let node: Running
const other = `0x${'12'.repeat(20)}`
const creating = { from: other, data: '0x00' }

beforeAll(async () => {
  node = await running({ dev: true })
  await node.ask('anvil_setNonce', [other, `0x${'f'.repeat(16)}`])
})
afterAll(() => node.close())

test('a contract cannot be created with the greatest nonce', async () => {
  expect(await node.ask('eth_callDetailed', [creating, 'latest'])).toMatchObject({
    result: { err: 'nonce uint64 overflow', returnData: '0x' },
  })
})

test.each<readonly [method: string, params: readonly unknown[]]>([
  ['eth_call', [creating, 'latest']],
  ['eth_estimateGas', [creating, 'latest']],
  ['eth_createAccessList', [creating, 'latest']],
  ['eth_call', [{ from: other, to: funded.address }, 'latest']],
  ['debug_traceCall', [creating, 'latest', {}]],
  ...['callTracer', 'flatCallTracer', 'prestateTracer', '4byteTracer'].map(
    (tracer): readonly [string, readonly unknown[]] => [
      'debug_traceCall',
      [creating, 'latest', { tracer }],
    ],
  ),
  [
    'debug_traceCall',
    [creating, 'latest', { tracer: 'muxTracer', tracerConfig: { callTracer: null } }],
  ],
])('%s of an account with the greatest nonce is no internal error: %j', async (method, params) => {
  const { error } = await node.ask(method, params)
  expect(error?.code).not.toBe(-32_603)
})

test('an unknown tracer in muxTracer gets an error that names the tracers', async () => {
  const tracing = { tracer: 'muxTracer', tracerConfig: { opcodeTracer: {} } }
  const { error } = await node.ask('debug_traceCall', [{ to: other }, 'latest', tracing])
  expect(error).toMatchObject({ data: { reason: 'unknownTracer' } })
  expect(error?.message).toBe(
    "unknown tracer 'opcodeTracer'; the tracers are callTracer, flatCallTracer, prestateTracer, 4byteTracer, noopTracer, muxTracer, erc7562Tracer",
  )
})
