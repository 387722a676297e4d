import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Logger, startNode, type NodeOptions, type RunningNode } from '@native-node/node'

const open: RunningNode[] = []
afterEach(async () => {
  for (const node of open.splice(0)) await node.close()
})

async function start(options: NodeOptions = {}): Promise<RunningNode> {
  const logger = new Logger('error', () => {})
  const node = await startNode({ memory: true, port: 0, logger, ...options })
  open.push(node)
  await node.ready
  return node
}

function ask({ url }: RunningNode, path: string, method: string): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
  })
}

describe('a node', () => {
  test('counts its calls for Prometheus', async () => {
    const node = await start()
    await ask(node, '/ext/info', 'info.getNetworkID')
    const response = await fetch(`${node.url}/ext/metrics`)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await response.text()
    expect(text).toContain(
      'node_rpc_calls_total{group="info",method="info.getNetworkID",transport="http",code="0"} 1',
    )
    expect(text).toContain('node_rpc_sockets_open 0')
    expect((await fetch(`${node.url}/ext/metrics`, { method: 'POST' })).status).toBe(200)
    expect((await fetch(`${node.url}/ext/metrics`, { method: 'PUT' })).status).toBe(405)
  })

  test.each<NodeOptions>([{ public: true }, { metrics: false }])(
    'shows no counts with %o',
    async (options) => {
      const node = await start(options)
      expect((await fetch(`${node.url}/ext/metrics`)).status).toBe(404)
    },
  )

  test('does not serve groups that are disabled', async () => {
    const node = await start({ disabledApis: ['keystore'] })
    expect((await ask(node, '/ext/keystore', 'keystore.listUsers')).status).toBe(404)
    expect((await ask(node, '/ext/info', 'info.getNetworkID')).status).toBe(200)
  })

  test('logs slow calls without their params', async () => {
    const lines: string[] = []
    const logger = new Logger('warn', (line) => void lines.push(line))
    const node = await start({ logger, slowCallMs: 0 })
    await ask(node, '/ext/info', 'info.getNetworkID')
    const [line = '{}'] = lines
    expect(JSON.parse(line)).toMatchObject({
      level: 'warn',
      message: 'Slow call',
      method: 'info.getNetworkID',
      transport: 'http',
    })
  })

  test('opens sockets only for pages of allowed origins, and closes them when it stops', async () => {
    const node = await start({ allowedOrigins: ['https://app.example'] })
    const url = `${node.url.replace('http', 'ws')}/ext/bc/C/ws`
    const evil = new WebSocket(url, { origin: 'https://evil.example' })
    evil.on('error', () => {})
    const [, refused] = (await once(evil, 'unexpected-response')) as [
      unknown,
      { statusCode: number },
    ]
    expect(refused.statusCode).toBe(403)
    const app = new WebSocket(url, { origin: 'https://app.example' })
    await once(app, 'open')
    const closed = once(app, 'close')
    await node.close()
    expect((await closed)[0]).toBe(1001)
  })
})
