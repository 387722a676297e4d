import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { getNetworkID } from '@native-node/client/info'
import { http } from '@native-node/client'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Waits until all `calls` have arrived, responds to them, and breaks every reused connection. */
async function forgetful(calls: number): Promise<{ readonly url: string; asked: () => number }> {
  let asked = 0
  const waiting: (() => void)[] = []
  server = createServer((request, response) => {
    asked++
    if (asked > calls) {
      request.socket.resetAndDestroy()
      return
    }
    request.setEncoding('utf8')
    request.once('data', (body: string) => {
      const id = /"id":(\d+)/.exec(body)?.[1]
      waiting.push(() =>
        response.end(`{"jsonrpc":"2.0","id":${id},"result":{"networkID":"12345"}}`),
      )
      if (waiting.length === calls) for (const answer of waiting) answer()
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked: () => asked }
}

test.each([1, 2, 5])('%i broken connections fail with one kind of error', async (calls) => {
  const { url, asked } = await forgetful(calls)
  const transport = http(url)
  await Promise.all(Array.from({ length: calls }, () => getNetworkID(transport)))
  await expect(getNetworkID(transport)).rejects.toMatchObject({
    code: 'transport',
    cause: { code: 'ECONNRESET' },
  })
  // A read is retried exactly once.
  expect(asked()).toBe(calls + 2)
})
