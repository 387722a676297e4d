// A server with the tools, resources and prompts that the conformance suite of the protocol calls.
import { type Context, createServer, RpcError, stdio } from '@test/server'
import type {
  CallToolResultInput,
  ContentBlockInput,
  ElicitRequestFormParamsInput,
} from '@test/client/mcp'
import { specDialect } from '@rpcloom/rpc/server'
import { contents, pause, prompts, read, resources, resourceTemplates, text } from './contents.js'

type Arguments = Readonly<Record<string, unknown>>
type Tool = (
  args: Arguments,
  ctx: Context,
) => readonly ContentBlockInput[] | Promise<readonly ContentBlockInput[]>

/** Asks the user for the properties of an object, and returns what the user entered. */
async function ask(
  { client }: Context,
  message: string,
  properties: ElicitRequestFormParamsInput['requestedSchema']['properties'],
): Promise<readonly ContentBlockInput[]> {
  const requestedSchema = { type: 'object' as const, properties, required: [] }
  const { action, content } = await client.elicitation.create({ message, requestedSchema })
  return [text(`User response: action=${action}, content=${JSON.stringify(content)}`)]
}

const titled = (count: number): { const: string; title: string }[] =>
  Array.from({ length: count }, (_, at) => ({ const: `value${at + 1}`, title: `Option ${at + 1}` }))
const options = ['option1', 'option2', 'option3']

const tools: Readonly<Record<string, Tool>> = {
  ...Object.fromEntries(Object.entries(contents).map(([name, content]) => [name, () => content])),
  async test_tool_with_logging(_args, { client }) {
    for (const data of ['started', 'processing data', 'completed']) {
      await client.notifications.message({ level: 'info', data: `Tool ${data}` })
      await pause()
    }
    return [text('Logged.')]
  },
  async test_tool_with_progress(_args, ctx) {
    for (const progress of [0, 50, 100]) {
      ctx.progress({ progress, total: 100 })
      await pause()
    }
    return [text('Done.')]
  },
  test_error_handling() {
    throw new Error('This tool intentionally returns an error for testing')
  },
  async test_sampling({ prompt }, { client }) {
    const { content } = await client.sampling.createMessage({
      messages: [{ role: 'user', content: { type: 'text', text: String(prompt) } }],
      maxTokens: 100,
    })
    return [text(`LLM response: ${JSON.stringify(content)}`)]
  },
  test_elicitation: ({ message }, ctx) =>
    ask(ctx, String(message), {
      username: { type: 'string', description: "User's response" },
      email: { type: 'string', description: "User's email address" },
    }),
  test_elicitation_sep1034_defaults: (_args, ctx) =>
    ask(ctx, 'Please accept the defaults', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  test_elicitation_sep1330_enums: (_args, ctx) =>
    ask(ctx, 'Please choose', {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled(3) },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled(3) } },
    }),
}

const schema2020 = {
  name: 'json_schema_2020_12_tool',
  description: 'Tool with JSON Schema 2020-12 features',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object' as const,
    $defs: {
      address: {
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  },
}

async function called(tool: Tool, args: Arguments, ctx: Context): Promise<CallToolResultInput> {
  try {
    return { content: [...(await tool(args, ctx))] }
  } catch (error) {
    return { isError: true, content: [text(error instanceof Error ? error.message : '')] }
  }
}

const unknown = (name: string): never => {
  throw new RpcError(-32602, `Unknown: ${name}`)
}

const http = {
  ...specDialect.http,
  // Of notifications.
  emptyStatus: 202,
  // The server has no state, so one session serves every client.
  headers: { ...specDialect.http.headers, 'mcp-session-id': 'every-client' },
} as const

const server = createServer(
  {
    mcp: {
      initialize: ({ protocolVersion }) => ({
        protocolVersion,
        serverInfo: { name: 'generated', version: '1.0.0' },
        capabilities: {
          completions: {},
          logging: {},
          prompts: {},
          resources: { subscribe: true },
          tools: {},
        },
      }),
      ping: () => ({}),
      notifications: { initialized: () => undefined },
      logging: { setLevel: () => ({}) },
      completion: { complete: () => ({ completion: { values: [] } }) },
      tools: {
        list: () => ({
          tools: [
            ...Object.keys(tools).map((name) => ({
              name,
              description: `The tool ${name}`,
              inputSchema: { type: 'object' as const },
            })),
            schema2020,
          ],
        }),
        call: ({ name, arguments: args = {} }, ctx) =>
          called(tools[name] ?? unknown(name), args, ctx),
      },
      prompts: {
        list: () => ({
          prompts: Object.keys(prompts).map((name) => ({
            name,
            description: `The prompt ${name}`,
          })),
        }),
        get: ({ name, arguments: args = {} }) => ({
          messages: (prompts[name] ?? unknown(name))(args),
        }),
      },
      resources: {
        list: () => ({ resources }),
        templates: { list: () => ({ resourceTemplates }) },
        read: ({ uri }) => ({ contents: read(uri) ?? unknown(uri) }),
        subscribe: () => ({}),
        unsubscribe: () => ({}),
      },
    },
  },
  { dialect: () => ({ ...specDialect, http }) },
)
if (process.argv[2] === 'stdio') server.attach(stdio(process, 'lines'))
else console.log((await server.listen()).url)
