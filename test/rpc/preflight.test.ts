import { describe, expect, it } from 'vitest'
import { fetchHandler } from '@rpcloom/rpc/server'
import { listen } from '@rpcloom/rpc/node'
import { dispatcher } from './server-fixture.ts'

const rules = { cors: ['http://a.b', 'http://localhost:*'] }

async function overNode(headers: Record<string, string>): Promise<Headers> {
  const { url, close } = await listen(dispatcher(), rules)
  const response = await fetch(`${url}/ext/info`, { method: 'OPTIONS', headers })
  await close()
  return response.headers
}

async function overFetch(headers: Record<string, string>): Promise<Headers> {
  const request = new Request('http://localhost/ext/info', { method: 'OPTIONS' })
  // Only a browser can set these headers, not a page.
  const asked = new Headers(headers)
  Object.defineProperty(request, 'headers', { value: asked })
  return (await fetchHandler(dispatcher(), rules)(request)).headers
}

describe.each([
  ['node:http', overNode],
  ['fetch', overFetch],
] as const)('a preflight over %s', (_adapter, ask) => {
  const wish = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,x-api-key',
    'access-control-request-private-network': 'true',
  }

  it('of an allowed page gets the requested headers', async () => {
    const headers = await ask({ ...wish, origin: 'http://a.b' })
    expect(headers.get('access-control-allow-headers')).toBe('authorization,x-api-key')
    expect(headers.get('access-control-allow-private-network')).toBe('true')
  })

  it('gets the default headers if the requested names are invalid', async () => {
    const odd = { ...wish, 'access-control-request-headers': 'a;b="c"' }
    const headers = await ask({ ...odd, origin: 'http://a.b' })
    expect(headers.get('access-control-allow-headers')).toMatch(/^Origin, .*Authorization$/)
  })

  it.each(['http://localhost', 'http://localhost:3000'])(
    'of a page at %s is accepted if all ports of its host are allowed',
    async (origin) => {
      const headers = await ask({ ...wish, origin })
      expect(headers.get('access-control-allow-origin')).toBe(origin)
    },
  )

  it.each(['http://c.d', 'http://a.b:3000', 'https://localhost:3000', 'http://localhost.c.d:3000'])(
    'of any other page gets nothing, such as %s',
    async (origin) => {
      const headers = await ask({ ...wish, origin })
      expect(headers.get('access-control-allow-headers')).toBeNull()
      expect(headers.get('access-control-allow-private-network')).toBeNull()
    },
  )
})
