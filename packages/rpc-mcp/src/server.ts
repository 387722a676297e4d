import { type JsonObject, RpcError } from '@rpcloom/rpc'
import { type Context, createDispatcher, type Dispatcher, specDialect } from '@rpcloom/rpc/server'
import { checkSchema } from '@rpcloom/schema'
import { recordOf, stringOf } from '@rpcloom/schema/json'
import { type Asking, askFor, Consents, InputRequired } from './consent.ts'
import { failed } from './failure.ts'
import { client, group, type McpClient, signals, STATELESS, versions } from './protocol.ts'
import { type Resource, readResource, resourceAt } from './resources.ts'
import type { Content, Results } from './results.ts'
import { type Arguments, type Tool, type ToolCaller, ToolError } from './tool.ts'
import { Watches } from './watches.ts'

/** What a server offers. */
export interface Offered {
  readonly name: string
  readonly version: string
  readonly instructions: string
  readonly tools: readonly Tool[]
  readonly resources: readonly Resource[]
  readonly results: Results
}

/** A server of the Model Context Protocol without a port. */
export interface McpServer {
  readonly dispatcher: Dispatcher<McpClient>
  /** Adds a client, to which changes of resources are reported. */
  readonly listen: (connection: {
    readonly client: McpClient
    readonly closed: Promise<unknown>
  }) => void
}

type Params = Readonly<Record<string, unknown>>
type Ctx = Context<McpClient>

const META = 'io.modelcontextprotocol/'
const PAGE = 100
/** Levels of log messages, from the least severe. */
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** Creates a server of tools and resources. */
export function mcpServer(offered: Offered): McpServer {
  const { name, version, instructions, resources, results } = offered
  const tools = [...offered.tools, results.tool]
  const consents = new Consents()
  const watches = new Watches()
  const serverInfo = { name, version }
  const capabilities = { tools: {}, resources: { subscribe: true }, logging: {} }
  const [fixed, templates] = [false, true].map((is) =>
    resources.filter(({ uri }) => uri.includes('{') === is),
  )
  let level = 'info'

  const callerOf = (params: Params, ctx: Ctx): ToolCaller => {
    const { client, signal } = ctx
    const asking = askingOf(params, client)
    const least = asking.stateless ? metaOf(params)[`${META}logLevel`] : level
    return {
      signal,
      confirm: (request) => consents.confirm(request, asking),
      ask: (message, requestedSchema) => askFor({ message, requestedSchema }, asking),
      progress: (value) => ctx.progress(progressOf(value)),
      log: (logger, data) => {
        const isShown = typeof least === 'string' && levels.indexOf('info') >= levels.indexOf(least)
        if (isShown) void client.message({ level: 'info', logger, data })
      },
    }
  }
  const contents = async (uri: string, params: Params, ctx: Ctx): Promise<JsonObject | undefined> =>
    readResource(resources, uri, callerOf(params, ctx))

  const handlers = {
    initialize: ({ protocolVersion }: Params) => ({
      protocolVersion: versions.find((one) => one === protocolVersion) ?? versions[0],
      serverInfo,
      capabilities,
      instructions,
    }),
    'server/discover': (params: Params) =>
      answer(params, {
        supportedVersions: [STATELESS],
        capabilities: { tools: {}, resources: {} },
        instructions,
        _meta: { [`${META}serverInfo`]: serverInfo },
        ...uncached,
      }),
    ping: (params: Params) => answer(params, {}),
    'notifications/initialized': () => undefined,
    'logging/setLevel'(params: Params) {
      const given = String(params['level'])
      if (!levels.includes(given))
        throw new RpcError(-32602, `The level must be one of ${levels.join(', ')}`)
      level = given
      return answer(params, {})
    },
    'tools/list': (params: Params) => {
      const { items, ...more } = pageOf(tools, params)
      return answer(params, { tools: items.map(toolOf), ...more, ...uncached })
    },
    async 'tools/call'(params: Params, ctx: Ctx) {
      const tool = tools.find((one) => one.name === params['name'])
      if (!tool) throw new RpcError(-32602, `Unknown tool: ${String(params['name']).slice(0, 100)}`)
      try {
        return answer(
          params,
          await called(tool, recordOf(params['arguments']), callerOf(params, ctx), results),
        )
      } catch (error) {
        if (!(error instanceof InputRequired)) throw error
        const { requests, state } = error
        return { resultType: 'input_required', inputRequests: requests, requestState: state }
      }
    },
    'resources/list': (params: Params) => {
      const { items, ...more } = pageOf(fixed ?? [], params)
      return answer(params, {
        resources: items.map(({ uri, ...one }) => ({ uri, ...described(one) })),
        ...more,
        ...uncached,
      })
    },
    'resources/templates/list': (params: Params) => {
      const { items, ...more } = pageOf(templates ?? [], params)
      const resourceTemplates = items.map(({ uri, ...one }) => ({
        uriTemplate: uri,
        ...described(one),
      }))
      return answer(params, { resourceTemplates, ...more, ...uncached })
    },
    async 'resources/read'(params: Params, ctx: Ctx) {
      const uri = String(params['uri'])
      const content = await contents(uri, params, ctx)
      if (content === undefined) throw unknownResource(uri, params)
      return answer(params, { contents: [content], ...uncached })
    },
    'resources/subscribe'(params: Params, ctx: Ctx) {
      const uri = String(params['uri'])
      const resource = resourceAt(resources, uri)
      if (!resource) throw unknownResource(uri, params)
      const caller = {
        ...callerOf(params, ctx),
        signal: new AbortController().signal,
        log: () => undefined,
      }
      watches.add(uri, async () => (resource.isLive ? readResource(resources, uri, caller) : uri))
      return {}
    },
    'resources/unsubscribe'({ uri }: Params) {
      watches.delete(String(uri))
      return {}
    },
  }
  const dispatcher = createDispatcher<McpClient>({
    groups: [group],
    client,
    handlers: { mcp: handlers },
    dialect: () => dialect,
    // A result has at most a few parts, and an upload may be an argument.
    limits: { bodyBytes: 16 * 1024 * 1024 },
    connected: (connection) => watches.listen(connection),
    ...signals,
  })
  return { dispatcher, listen: (connection) => watches.listen(connection) }
}

const dialect = {
  ...specDialect,
  batches: false,
  discovers: false,
  // Of notifications.
  http: { ...specDialect.http, emptyStatus: 202 },
} as const

/** Members of results that clients could keep. The documents of a server may differ after it starts again. */
const uncached = { ttlMs: 0, cacheScope: 'private' }

function metaOf(params: Params): Params {
  return recordOf(params['_meta'])
}

function isStateless(params: Params): boolean {
  const version = metaOf(params)[`${META}protocolVersion`]
  if (version !== undefined && version !== STATELESS)
    throw new RpcError(-32022, 'Unsupported protocol version', {
      data: { supported: [STATELESS], requested: version } as JsonObject,
    })
  return version !== undefined
}

/** Returns a result in the form of the version that the caller uses. */
function answer(params: Params, result: object): object {
  if (isStateless(params)) return { resultType: 'complete', ...result }
  return Object.fromEntries(
    Object.entries(result).filter(([name]) => !Object.hasOwn(uncached, name)),
  )
}

function askingOf(params: Params, client: McpClient): Asking {
  if (!isStateless(params)) return { client }
  const { elicitation } = recordOf(metaOf(params)[`${META}clientCapabilities`])
  return {
    client,
    stateless: {
      canAsk: elicitation !== undefined,
      responses: recordOf(params['inputResponses']),
      state: stringOf(params['requestState']),
    },
  }
}

async function called(
  tool: Tool,
  args: Arguments,
  caller: ToolCaller,
  results: Results,
): Promise<Content> {
  try {
    const [issue] = tool.isChecked ? [] : checkSchema(tool.inputSchema, args)
    if (issue)
      throw new ToolError(`Invalid arguments: ${issue.pointer} ${issue.message}`, {
        reason: 'invalidParams',
      })
    return results.content(await tool.call(args, caller))
  } catch (error) {
    if (error instanceof ToolError) return failed(error)
    throw error
  }
}

function toolOf({ name, title, description, inputSchema, effect }: Tool): JsonObject {
  const isRead = effect === 'read'
  const annotations = {
    readOnlyHint: isRead,
    // The documents do not say which writes can be undone or repeated.
    destructiveHint: !isRead,
    idempotentHint: isRead,
  }
  return { name, title, description, inputSchema, annotations }
}

function described({ name, title, mimeType }: Omit<Resource, 'uri'>): JsonObject {
  return { name, title, ...(mimeType !== undefined && { mimeType }) }
}

function pageOf<One>(
  all: readonly One[],
  { cursor }: Params,
): { readonly items: readonly One[]; readonly nextCursor?: string } {
  const start = cursor === undefined ? 0 : Number(cursor)
  if (!Number.isSafeInteger(start) || start < 0) throw new RpcError(-32602, 'Unknown cursor')
  const end = start + PAGE
  return { items: all.slice(start, end), ...(end < all.length && { nextCursor: String(end) }) }
}

/** Returns progress as the protocol reports it, which has a number. */
function progressOf(value: unknown): object {
  const { progress, total, message } = recordOf(value)
  if (typeof progress !== 'number')
    return { progress: 0, message: JSON.stringify(value)?.slice(0, 1000) }
  return {
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message: message.slice(0, 1000) }),
  }
}

function unknownResource(uri: string, params: Params): RpcError {
  return new RpcError(isStateless(params) ? -32602 : -32002, 'Unknown resource', { data: { uri } })
}
