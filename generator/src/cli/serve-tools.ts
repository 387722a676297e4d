import type { McpGroup } from '@rpcloom/mcp'
import {
  MAX_RESULT,
  mcpServer,
  offeredMethods,
  requireOutput,
  type Resource,
  resourcesOf,
  Results,
  searchTool,
  serve,
  type Tool,
} from '@rpcloom/mcp/internal'
import { ownVersion } from './version.ts'

/** Tools and resources, and documents whose methods can be found and read. */
export interface ServedTools {
  readonly tools: readonly Tool[]
  readonly resources: readonly Resource[]
  /** Returns the documents. They are read again for each search. */
  readonly groups: () => Promise<readonly McpGroup[]>
}

/** Serves tools over standard input and output, or over HTTP at a port. */
export async function serveTools(served: ServedTools, port: number | undefined): Promise<void> {
  const description = 'Tools for the OpenRPC documents of a workspace'
  requireOutput('rpcloom')
  const program = { name: 'rpcloom', version: ownVersion(), description }
  const read = async () => {
    const groups = await served.groups()
    return { groups, methods: await offeredMethods({ groups }, () => true) }
  }
  const { groups, methods } = await read()
  const errors = async () => ({ errors: {}, lists: {} })
  const search: Tool = {
    ...searchTool(methods),
    call: async (args, caller) => searchTool((await read()).methods).call(args, caller),
  }
  const pages = resourcesOf(methods, { ...program, groups, errors }, { mock: true })
  const server = mcpServer({
    ...program,
    instructions: description,
    tools: [...served.tools, search],
    resources: [...served.resources, ...pages],
    results: new Results(MAX_RESULT),
  })
  await serve(server, port === undefined ? undefined : { host: '127.0.0.1', port, hosts: [] })
}
