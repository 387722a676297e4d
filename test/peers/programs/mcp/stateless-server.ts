// A server of MCP 2026-07-28 with the tools, resources and prompts that the conformance suite of the protocol calls.
import { createHmac } from 'node:crypto'
import { createServer, RpcError } from '@test/server'
import type {
  CallToolRequestParams,
  CallToolResultInput,
  InputRequiredResultInput,
} from '@test/client/mcp'
import { type ServedCall, specDialect } from '@rpcloom/rpc/server'
import { contents, pause, prompts, read, resources, resourceTemplates, text } from './contents.js'

type Requests = NonNullable<InputRequiredResultInput['inputRequests']>

/** Either the result of a call, or what it needs first. */
interface Outcome<Result> {
  readonly result?: Result
  readonly required?: InputRequiredResultInput
}

const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'public' } as const
const unknown = (name: string, data?: object): never => {
  throw new RpcError(-32602, `Unknown: ${name}`, { data })
}

const [string, boolean] = [{ type: 'string' }, { type: 'boolean' }] as const
const elicit = (
  message: string,
  name: string,
  schema: typeof string | typeof boolean = string,
): Requests[string] => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: { type: 'object', properties: { [name]: schema }, required: [name] },
  },
})
const sample = (question: string): Requests[string] => ({
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens: 100,
  },
})
const roots: Requests[string] = { method: 'roots/list', params: {} }

/** The steps of a tool: what each asks for. A call with all answers goes on to the next step. */
const steps: Readonly<Record<string, readonly Requests[]>> = {
  test_input_required_result_elicitation: [{ user_name: elicit('What is your name?', 'name') }],
  test_input_required_result_sampling: [
    { capital_question: sample('What is the capital of France?') },
  ],
  test_input_required_result_list_roots: [{ client_roots: roots }],
  test_input_required_result_request_state: [{ confirm: elicit('Please confirm', 'ok', boolean) }],
  test_input_required_result_multiple_inputs: [
    {
      user_name: elicit('What is your name?', 'name'),
      greeting: sample('Generate a greeting'),
      client_roots: roots,
    },
  ],
  test_input_required_result_multi_round: [
    { step1: elicit('Step 1: What is your name?', 'name') },
    { step2: elicit('Step 2: What is your favorite color?', 'color') },
  ],
  test_input_required_result_tampered_state: [{ confirm: elicit('Please confirm', 'ok', boolean) }],
  test_input_required_result_capabilities: [
    {
      user_name: elicit('What is your name?', 'name'),
      capital_question: sample('Which?'),
    },
  ],
}

const capabilities: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

// The server has no state: what it needs for the next call is in the call, and signed.
const signed = (step: number): string =>
  `${step}.${createHmac('sha256', 'secret').update(String(step)).digest('hex')}`

function stepOf(state: string | undefined): number {
  if (state === undefined) return 0
  const [step = ''] = state.split('.')
  if (state !== signed(Number(step))) throw new RpcError(-32602, 'The request state is not valid')
  return Number(step)
}

function stepped(
  all: readonly Requests[],
  {
    inputResponses = {},
    requestState,
    _meta: meta,
  }: Pick<CallToolRequestParams, 'inputResponses' | 'requestState' | '_meta'>,
): Outcome<object> {
  const declared = meta['io.modelcontextprotocol/clientCapabilities']
  const step = stepOf(requestState)
  const asked = (index: number): Requests =>
    Object.fromEntries(
      Object.entries(all[index] ?? {}).filter(
        ([, { method }]) => Reflect.get(declared, capabilities[method] ?? '') !== undefined,
      ),
    )
  const isAnswered = Object.keys(asked(step)).every((name) => Object.hasOwn(inputResponses, name))
  const next = isAnswered ? step + 1 : step
  if (next === all.length) return { result: inputResponses }
  const inputRequests = asked(next)
  return { required: { resultType: 'input_required', inputRequests, requestState: signed(next) } }
}

async function called(
  params: CallToolRequestParams,
  progress: (value: object) => void,
): Promise<Outcome<CallToolResultInput>> {
  const { name, _meta: meta } = params
  const complete = (message: string, more: object = {}): Outcome<CallToolResultInput> => ({
    result: { resultType: 'complete', content: [text(message)], ...more },
  })
  if (name === 'test_streaming_elicitation' || name === 'test_logging_tool')
    return complete('Done.')
  if (name === 'test_tool_with_progress') {
    for (const value of [0, 50, 100]) {
      progress({ progress: value, total: 100 })
      await pause()
    }
    return complete('Done.')
  }
  if (name === 'test_error_handling')
    return complete('This tool intentionally returns an error for testing', { isError: true })
  if (name === 'test_missing_capability') {
    const declared = meta['io.modelcontextprotocol/clientCapabilities']
    if (declared.sampling) return complete('sampling')
    const data = { requiredCapabilities: { sampling: {} } }
    throw new RpcError(-32021, 'The client has to support sampling', { data })
  }
  const all = steps[name]
  if (all) {
    const { required, result } = stepped(all, params)
    return required ? { required } : complete(`state-ok ${JSON.stringify(result)}`)
  }
  const content = contents[name] ?? unknown(name)
  return { result: { resultType: 'complete', content: [...content] } }
}

const names = [
  ...Object.keys(contents),
  'test_tool_with_progress',
  'test_error_handling',
  'test_logging_tool',
  'test_streaming_elicitation',
  'test_missing_capability',
  ...Object.keys(steps),
]
const promptSteps = [{ user_context: elicit('What context?', 'context') }]
const version = '2026-07-28'
const statuses: Readonly<Record<number, number>> = { [-32601]: 404, [-32602]: 400 }
const http = {
  ...specDialect.http,
  emptyStatus: 202,
  // Of the errors of the protocol itself, whose codes begin with -3202, and of JSON-RPC.
  errorStatus: ({ code }: { readonly code: number }) =>
    code <= -32020 && code > -32030 ? 400 : (statuses[code] ?? 200),
} as const

/** Refuses another version, and a header that differs from the body. */
function checkVersion({ params, ctx }: ServedCall, next: () => unknown): unknown {
  const { _meta: meta } = params as Partial<Pick<CallToolRequestParams, '_meta'>>
  const requested = meta?.['io.modelcontextprotocol/protocolVersion']
  if (requested === undefined) return next()
  if (ctx.headers['mcp-protocol-version'] !== requested)
    throw new RpcError(-32020, 'The header mcp-protocol-version differs from the body')
  if (requested === version) return next()
  throw new RpcError(-32022, 'Unsupported protocol version', {
    data: { supported: [version], requested },
  })
}

const server = createServer(
  {
    mcp: {
      server: {
        discover: () => ({
          ...cached,
          supportedVersions: [version],
          capabilities: { completions: {}, prompts: {}, resources: {}, tools: {} },
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'generated', version: '1.0.0' } },
        }),
      },
      completion: { complete: () => ({ resultType: 'complete', completion: { values: [] } }) },
      tools: {
        list: () => ({
          ...cached,
          tools: names.map((name) => ({
            name,
            description: `The tool ${name}`,
            inputSchema: { type: 'object' as const },
          })),
        }),
        async call(params, ctx) {
          const { result, required } = await called(params, (value) => ctx.progress(value))
          return required ?? result ?? unknown(params.name)
        },
      },
      prompts: {
        list: () => ({
          ...cached,
          prompts: Object.keys(prompts).map((name) => ({
            name,
            description: `The prompt ${name}`,
          })),
        }),
        get({ name, arguments: args = {}, ...more }) {
          if (name === 'test_input_required_result_prompt') {
            const { required, result } = stepped(promptSteps, more)
            if (required) return required
            const content = text(JSON.stringify(result))
            return { resultType: 'complete', messages: [{ role: 'user' as const, content }] }
          }
          return { resultType: 'complete', messages: (prompts[name] ?? unknown(name))(args) }
        },
      },
      resources: {
        list: () => ({ ...cached, resources }),
        templates: { list: () => ({ ...cached, resourceTemplates }) },
        read: ({ uri }) => ({ ...cached, contents: read(uri) ?? unknown(uri, { uri }) }),
      },
    },
  },
  { dialect: () => ({ ...specDialect, http }), middleware: [checkVersion] },
)
const { url } = await server.listen()
console.log(url)
