import { knownError } from '@rpcloom/cli/internal'
import { RpcError } from '@rpcloom/rpc'
import {
  type Attached,
  type Context,
  createDispatcher,
  type Dispatcher,
  type Middleware,
  type Scope,
  specDialect,
} from '@rpcloom/rpc/server'
import { checkSchema } from '@rpcloom/schema'
import { Recent } from '@rpcloom/schema/internal'
import { recordOf, stringify } from '@rpcloom/schema/json'
import { failed, requestErrorOf } from './failure.ts'
import { type CallRequest, OpenCalls } from './open-calls.ts'
import { BATCHES, client, group, type McpClient, signals, STATELESS, versions } from './protocol.ts'
import { type Ask, cannotAsk, questionsBy, requestTo } from './questions.ts'
import { type Resource, resourceAt } from './resources.ts'
import type { Results } from './results.ts'
import { sessionOf, VERSION } from './sessions.ts'
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
  readonly listen: (connection: Connection, scope?: Scope) => void
}

type Connection = Pick<Attached<McpClient>, 'client' | 'closed'>
type Params = Readonly<Record<string, unknown>>
type Ctx = Context<McpClient>

/** A request that may need the user. */
interface Request extends CallRequest {
  readonly ctx: Ctx
}

const META = 'io.modelcontextprotocol/'
/** Member that names the version, in the version without sessions only. */
const VERSION_MEMBER = `${META}protocolVersion`
/** Number of items in a page of a list. */
const PAGE = 100
/** Maximum number of characters of a resource, and of the log messages of a call. */
const MOST = 1_000_000
/** Maximum number of characters of a log message. */
const MOST_LOGGED = 20_000

/** Members of results that older versions ignore. The documents of a server may differ after it starts again. */
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }

/** Creates a server of tools and resources. */
export function mcpServer(offered: Offered): McpServer {
  const { name, version, instructions, resources, results } = offered
  const tools = [...offered.tools, results.tool]
  const listed = tools.map(toolOf)
  const byName = new Map(tools.map((one) => [one.name, one]))
  const calls = new OpenCalls<Request>()
  const sessions = new Recent<unknown, { readonly version: string; readonly canAsk: boolean }>()
  /** The least severe level of log messages by session. */
  const levels = new Recent<unknown, unknown>()
  const watches = new Watches()
  const serverInfo = { name, version }
  const capabilities = { tools: {}, resources: { subscribe: true }, logging: {} }

  /** Returns the caller of a tool. Its messages belong to the latest request. */
  const callerOf = (latest: () => Request, ask: Ask, signal: AbortSignal): ToolCaller => {
    let logged = 0
    return {
      signal,
      ...questionsBy(ask),
      progress: (value) => latest().ctx.progress(progressOf(value)),
      log(logger, given) {
        const { params, ctx } = latest()
        const least = isStateless(params)
          ? metaOf(params)[`${META}logLevel`]
          : (levels.get(sessionOf(ctx)) ?? 'info')
        const text = stringify(given ?? null)
        const data = text.length > MOST_LOGGED ? `${text.slice(0, MOST_LOGGED)}...` : given
        logged += Math.min(text.length, MOST_LOGGED)
        if ((least === 'debug' || least === 'info') && logged <= MOST)
          void ctx.client.message({ level: 'info', logger, data })
      },
    }
  }

  /** Runs what may ask the user. */
  const asking = (params: Params, ctx: Ctx, run: (caller: ToolCaller) => Promise<object>) => {
    const { signal } = ctx
    const { name, uri, arguments: args } = params
    const request = { subject: stringify([ctx.method, name, uri, args]), params, ctx, signal }
    if (!isStateless(params)) {
      const ask = sessions.get(sessionOf(ctx))?.canAsk ? requestTo(ctx.client) : cannotAsk
      return run(callerOf(() => request, ask, signal))
    }
    return calls.run(request, (call) => {
      const latest = (): Request => call.request
      const ask: Ask = (...question) =>
        hasForms(metaOf(latest().params)[`${META}clientCapabilities`])
          ? call.ask(...question)
          : cannotAsk()
      return run(callerOf(latest, ask, call.signal))
    })
  }

  const reader = (params: Params) => {
    const uri = String(params['uri'])
    const { resource, values } = resourceAt(resources, uri) ?? {}
    if (!resource || !values) throw unknownResource(params)
    return { resource, read: (caller: ToolCaller) => resource.read({ uri, values, caller }) }
  }

  const handlers = {
    initialize({ protocolVersion, capabilities: declared }: Params, ctx: Ctx) {
      const [newest = ''] = versions
      const version = versions.find((one) => one === protocolVersion) ?? newest
      sessions.set(sessionOf(ctx), { version, canAsk: hasForms(declared) })
      return { protocolVersion: version, serverInfo, capabilities, instructions }
    },
    'server/discover': () => ({
      ...complete,
      supportedVersions: [STATELESS],
      capabilities: { tools: {}, resources: {} },
      instructions,
      _meta: { [`${META}serverInfo`]: serverInfo },
    }),
    ping: () => ({}),
    'notifications/initialized': () => undefined,
    'logging/setLevel'({ level }: Params, ctx: Ctx) {
      levels.set(sessionOf(ctx), level)
      return {}
    },
    'tools/list': (params: Params) => pageOf('tools', listed, params),
    'tools/call'(params: Params, ctx: Ctx) {
      const tool = byName.get(String(params['name']))
      if (!tool) throw new RpcError(-32602, `Unknown tool: ${String(params['name']).slice(0, 100)}`)
      const args = recordOf(params['arguments'])
      return asking(params, ctx, async (caller) => ({
        ...complete,
        ...(await called(tool, args, caller, results)),
      }))
    },
    'resources/list': (params: Params) =>
      pageOf('resources', resources.filter(isFixed).map(shown), params),
    'resources/templates/list': (params: Params) => {
      const templates = resources.filter((one) => !isFixed(one)).map(shown)
      const named = templates.map(({ uri, ...one }) => ({ uriTemplate: uri, ...one }))
      return pageOf('resourceTemplates', named, params)
    },
    'resources/read'(params: Params, ctx: Ctx) {
      const { read } = reader(params)
      return asking(params, ctx, async (caller) => {
        const content = await read(caller).catch((error: unknown) => {
          throw error instanceof ToolError ? requestErrorOf(error) : error
        })
        if (content === undefined) throw unknownResource(params)
        if (stringify(content).length > MOST)
          throw new RpcError(-32603, `The resource has more than ${MOST} characters`)
        return { ...complete, contents: [content] }
      })
    },
    'resources/subscribe'(params: Params, ctx: Ctx) {
      const { resource, read } = reader(params)
      // The signal of the call aborts when it has ended.
      const { signal } = new AbortController()
      const caller = callerOf(() => ({ params, ctx, signal, subject: '' }), cannotAsk, signal)
      if (resource.isLive) watches.add(String(params['uri']), sessionOf(ctx), () => read(caller))
      return {}
    },
    'resources/unsubscribe'({ uri }: Params, ctx: Ctx) {
      watches.delete(String(uri), sessionOf(ctx))
      return {}
    },
  }
  const listen: McpServer['listen'] = ({ client, closed }, scope = {}) =>
    watches.listen({ client, closed, session: sessionOf({ ...scope, client }) })
  const dispatcher = createDispatcher<McpClient>({
    groups: [group],
    client,
    handlers: { mcp: handlers },
    dialect: () => dialect,
    connected: listen,
    middleware: [checkVersion],
    ...signals,
  })
  const handle = dispatcher.handle.bind(dispatcher)
  const withoutBatches: Dispatcher['handle'] = (text, scope = {}, parsed) => {
    const { headers, caller } = scope
    const known = sessions.get(sessionOf({ headers, client: caller?.client }))
    const { [VERSION]: version = known?.version ?? BATCHES } = headers ?? {}
    const isRefused = version !== BATCHES && /^\s*\[/.test(text)
    return isRefused ? dialect.error('null', dialect.errors.batch()) : handle(text, scope, parsed)
  }
  return { dispatcher: Object.assign(dispatcher, { handle: withoutBatches }), listen }
}

const dialect = {
  ...specDialect,
  discovers: false,
  // Of notifications.
  http: { ...specDialect.http, emptyStatus: 202 },
} as const

function metaOf(params: Params): Params {
  return recordOf(params['_meta'])
}

const checkVersion: Middleware = ({ params }, next) => {
  const requested = metaOf(recordOf(params))[VERSION_MEMBER]
  if (requested === undefined || requested === STATELESS) return next()
  const data = { supported: [STATELESS], requested: stringify(requested).slice(0, 100) }
  throw new RpcError(-32022, 'Unsupported protocol version', { data })
}

function isStateless(params: Params): boolean {
  return metaOf(params)[VERSION_MEMBER] !== undefined
}

/** Whether a client with these capabilities can ask the user by a form: some only open addresses. */
function hasForms(capabilities: unknown): boolean {
  const { elicitation } = recordOf(capabilities)
  const { form, url } = recordOf(elicitation)
  return elicitation !== undefined && (form !== undefined || url === undefined)
}

/** Calls a tool. Its errors are results, by which the caller can correct the call. */
async function called(
  tool: Tool,
  args: Arguments,
  caller: ToolCaller,
  results: Results,
): Promise<object> {
  try {
    const [issue] = tool.isChecked ? [] : checkSchema(tool.inputSchema, args)
    if (issue)
      throw new ToolError(`Invalid arguments: ${issue.pointer} ${issue.message}`, {
        reason: 'invalidParams',
      })
    return results.content(await tool.call(args, caller))
  } catch (error) {
    return failed(error instanceof ToolError ? error : new ToolError(knownError(error).message))
  }
}

function isFixed({ uri }: Resource): boolean {
  return !uri.includes('{')
}

function shown({ uri, name, title, mimeType }: Resource): Omit<Resource, 'read'> {
  return { uri, name, title, mimeType }
}

function toolOf({ name, title, description, inputSchema, effect }: Tool): object {
  const isRead = effect === 'read'
  // The documents do not say which writes can be undone or repeated.
  const annotations = { readOnlyHint: isRead, destructiveHint: !isRead, idempotentHint: isRead }
  return { name, title, description, inputSchema, annotations }
}

function pageOf(name: string, all: readonly object[], { cursor = '0' }: Params): object {
  const start = Number(cursor)
  if (!Number.isSafeInteger(start) || start < 0) throw new RpcError(-32602, 'Unknown cursor')
  const end = start + PAGE
  const more = end < all.length && { nextCursor: String(end) }
  return { ...complete, [name]: all.slice(start, end), ...more }
}

/** Returns progress as the protocol reports it, which has a number. */
function progressOf(value: unknown): object {
  const { progress = 0, total, message = value } = recordOf(value)
  const text = (typeof message === 'string' ? message : stringify(message)).slice(0, 1000)
  const known = typeof progress === 'number' && typeof total === 'number' && { total }
  return { progress: Number(progress) || 0, message: text, ...known }
}

function unknownResource(params: Params): RpcError {
  const code = isStateless(params) ? -32602 : -32002
  const data = { uri: String(params['uri']).slice(0, 200) }
  return new RpcError(code, 'Unknown resource', { data })
}
