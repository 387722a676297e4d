import { expect, test } from 'vitest'
import { recordingServer } from '../rpc-cli/server.ts'
import { programOf } from './program.mjs'
import { rawClient } from './raw-client.ts'

const result = { name: 'result', schema: true }
const program = programOf({
  back: {
    openrpc: '1.3.2',
    info: { title: 'Back', version: '1.0.0' },
    servers: [{ url: 'http://localhost/wallet/${wallet}', variables: { wallet: { default: 'main' } } }],
    'x-group': { key: 'back', path: '/wallet/{wallet}', transports: ['http'] },
    'x-progress': { method: 'progress', token: 'token', param: 'token' },
    methods: [{ name: 'count', 'x-effect': 'read', params: [], result }],
  },
})

test('the options of the connection apply to servers that call back', async () => {
  const { url, received } = await recordingServer((_request, response) => {
    if (received.length > 2) return '"result":7'
    response.destroy()
    return undefined
  })
  const connection = {
    url: url.replace('//', '//ann:s%C3%A9cret@'),
    at: ['wallet=savings'],
    retries: '2',
  }
  const client = await rawClient(program, { connection })
  expect(await client.tool('count')).toMatchObject({ structuredContent: { result: 7 } })
  expect(received.map(({ path }) => path)).toEqual(Array(3).fill('/wallet/savings'))
  const basic = `Basic ${Buffer.from('ann:sécret').toString('base64')}`
  expect(received[0]?.headers.authorization).toBe(basic)
})
