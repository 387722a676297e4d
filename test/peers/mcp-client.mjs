// A client of the public SDK of the Model Context Protocol, for a command.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'

/** Starts a server and connects to it. `answer` returns what the user answers to a question. */
export async function mcpClient(args, { cwd, answer } = {}) {
  const capabilities = answer ? { elicitation: {} } : {}
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities })
  if (answer)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => answer(params.message))
  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: '/nonexistent' }
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd }))
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, given = {}) =>
      client.callTool({ name, arguments: given }, undefined, { timeout: 120_000 }),
    read: async (uri) => (await client.readResource({ uri })).contents[0].text,
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    close: () => client.close(),
  }
}
