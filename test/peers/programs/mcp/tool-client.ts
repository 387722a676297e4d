// A client that calls every tool of a server, whose address is its argument.
import { createPeer } from '@test/client/peer'
import { streamableHttp } from '@rpcloom/rpc/channels'

const [, , url = ''] = process.argv
const mcp = createPeer({ channel: streamableHttp(url), timeoutMs: 20_000 })
await mcp.initialize({
  protocolVersion: '2025-11-25',
  clientInfo: { name: 'generated', version: '1.0.0' },
  capabilities: {},
})
await mcp.notifications.initialized({})
const { tools } = await mcp.tools.list({})
for (const { name, inputSchema } of tools) {
  const properties = Object.keys(inputSchema.properties ?? {})
  await mcp.tools.call({ name, arguments: Object.fromEntries(properties.map((one) => [one, 1])) })
}
await mcp.close()
