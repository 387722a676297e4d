import { offeredMethods } from './offered.ts'
import type { McpGroup } from './program.ts'
import { MAX_RESULT } from './program-server.ts'
import { resourcesOf } from './resources.ts'
import { Results } from './results.ts'
import { searchTool } from './search.ts'
import { serve } from './serve.ts'
import { mcpServer } from './server.ts'
import type { Tool } from './tool.ts'

/** Tools of a program, and documents whose methods can be found and read. */
export interface ServedTools {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly tools: readonly Tool[]
  /** Returns the documents. They are read again for each search. */
  readonly groups: () => Promise<readonly McpGroup[]>
}

/** Serves tools over standard input and output, or over HTTP at a port. */
export async function serveTools(served: ServedTools, port?: number): Promise<void> {
  const { description, tools } = served
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
  const server = mcpServer({
    ...served,
    instructions: description,
    tools: [...tools, search],
    resources: resourcesOf(methods, { ...served, groups, errors }, { mock: true }),
    results: new Results(MAX_RESULT),
  })
  await serve(server, port === undefined ? undefined : { host: '127.0.0.1', port, hosts: [] })
}
