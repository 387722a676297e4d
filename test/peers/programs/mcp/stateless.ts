// A server and a client of MCP 2026-07-28 in one process, over HTTP. Prints what the client saw.
import { createPeer, streamableHttp } from '@test/client/peer'
import type { CallToolRequestParamsInput, RequestMetaObjectInput } from '@test/client/mcp'
import { createServer, RpcError } from '@test/server'

const version = '2026-07-28'
const server = createServer({
  mcp: {
    server: {
      discover: () => ({
        resultType: 'complete',
        supportedVersions: [version],
        capabilities: { tools: {} },
        ttlMs: 0,
        cacheScope: 'public',
      }),
    },
    tools: {
      list: () => ({
        resultType: 'complete',
        ttlMs: 0,
        cacheScope: 'public',
        tools: [{ name: 'greet', inputSchema: { type: 'object' } }],
      }),
      // The server has no state: what it needs for the second call is in the call.
      async call({ name, _meta: meta, inputResponses, requestState }, ctx) {
        if (meta['io.modelcontextprotocol/protocolVersion'] !== version)
          throw new RpcError(-32022, 'Unsupported protocol version', {
            data: { supported: [version] },
          })
        if (name === 'wait') {
          ctx.progress({ progress: 0 })
          await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
          aborted.push(ctx.signal.reason)
          throw ctx.signal.reason
        }
        if (name !== 'greet') throw new RpcError(-32602, `Unknown tool: ${name}`)
        for (const progress of [1, 2]) ctx.progress({ progress })
        const answer = inputResponses?.['who']
        if (!answer || !('action' in answer))
          return {
            resultType: 'input_required',
            requestState: 'asked once',
            inputRequests: {
              who: {
                method: 'elicitation/create' as const,
                params: {
                  message: 'Who are you?',
                  requestedSchema: {
                    type: 'object' as const,
                    properties: { name: { type: 'string' as const } },
                  },
                },
              },
            },
          }
        const text = `Hello ${String(answer.content?.['name'])} (${requestState})`
        return { resultType: 'complete', content: [{ type: 'text' as const, text }] }
      },
    },
    subscriptions: {
      async listen({ notifications }, ctx) {
        const meta = { 'io.modelcontextprotocol/subscriptionId': ctx.id ?? '' }
        const { notifications: client } = ctx.client
        await client.subscriptions.acknowledged({ _meta: meta, notifications })
        if (notifications.toolsListChanged) await client.tools.listChanged({ _meta: meta })
        return { resultType: 'complete', _meta: meta }
      },
    },
  },
})

const { url, close } = await server.listen()
const seen: unknown[] = []
const aborted: unknown[] = []
const methods: string[] = []
const mcp = createPeer({
  channel: streamableHttp(url, {
    fetch(address, init) {
      methods.push(init.method ?? '')
      // Over HTTP, the protocol expects no notification of a cancellation.
      const { body } = init
      if (typeof body === 'string' && body.includes('notifications/cancelled'))
        return Promise.resolve(new Response(null, { status: 202 }))
      return fetch(address, init)
    },
    headers: { 'mcp-protocol-version': version },
  }),
  handlers: {
    notifications: {
      subscriptions: { acknowledged: ({ notifications }) => void seen.push(notifications) },
      tools: { listChanged: () => void seen.push('tools changed') },
    },
  },
})
const metaOf = (protocolVersion: string): RequestMetaObjectInput => ({
  'io.modelcontextprotocol/protocolVersion': protocolVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'generated', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
})
const meta = metaOf(version)

/** Calls a tool, and again with what it asks for. */
async function call(params: CallToolRequestParamsInput): Promise<unknown> {
  const onProgress = (value: unknown): unknown => seen.push(value)
  const result = await mcp.tools.call(params, { onProgress })
  if (!('inputRequests' in result) || result.resultType !== 'input_required') return result
  const { inputRequests = {}, requestState } = result
  const answers = Object.keys(inputRequests).map((key) => [
    key,
    { action: 'accept' as const, content: { name: 'Ada' } },
  ])
  return call({
    ...params,
    inputResponses: Object.fromEntries(answers),
    ...(requestState !== undefined && { requestState }),
  })
}

const { supportedVersions } = await mcp.server.discover({ _meta: meta })
const { tools } = await mcp.tools.list({ _meta: meta })
const greeted = await call({ _meta: meta, name: 'greet' })
const refused = await mcp.tools
  .call({ _meta: metaOf('2020-01-01'), name: 'greet' })
  .catch((error: unknown) => ({
    code: Object(error).code as unknown,
    data: Object(error).data as unknown,
  }))
const ended = await mcp.subscriptions.listen({
  _meta: meta,
  notifications: { toolsListChanged: true },
})
// Closing the response stream is the signal of cancellation.
const abort = new AbortController()
const cancelled = await mcp.tools
  .call(
    { _meta: meta, name: 'wait' },
    { signal: abort.signal, onProgress: () => abort.abort('enough') },
  )
  .catch((error: unknown) => error)
// The handlers of the client are loaded with the first call, so they may run after its response.
for (let tries = 0; (seen.length < 6 || aborted.length === 0) && tries < 200; tries++)
  await new Promise((resolve) => setTimeout(resolve, 20))
console.log(
  JSON.stringify({
    supportedVersions,
    tools,
    greeted,
    refused,
    ended,
    cancelled: [cancelled, aborted.length],
    seen,
    methods,
  }),
)
await mcp.close()
await close()
