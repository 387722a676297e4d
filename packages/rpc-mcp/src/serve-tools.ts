import { documentGroup } from '@rpcloom/mock'
import type { JsonObject } from '@rpcloom/rpc'
import { recordOf, stringOf } from '@rpcloom/schema/json'
import { type OfferedMethod, offeredMethods } from './offered.ts'
import type { McpProgram } from './program.ts'
import { MAX_RESULT } from './program-server.ts'
import { resourcesOf } from './resources.ts'
import { Results } from './results.ts'
import { searchTool } from './search.ts'
import { serve } from './serve.ts'
import { mcpServer } from './server.ts'
import type { Tool } from './tool.ts'

/** Tools without a server of their own, and documents whose methods can be found and read. */
export interface ServedTools {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly tools: readonly Tool[]
  /** Returns the documents by name. They are read again for each search. */
  readonly documents: () => Promise<Readonly<Record<string, JsonObject>>>
}

/** Serves tools over standard input and output, or over HTTP at a port. */
export async function serveTools(served: ServedTools, port?: number): Promise<void> {
  const { name, description, tools, documents } = served
  const read = async (): Promise<McpProgram> => programOf(served, await documents())
  const all = async (program: McpProgram): Promise<readonly OfferedMethod[]> =>
    offeredMethods(program, () => true)
  const program = await read()
  const methods = await all(program)
  const search: Tool = {
    ...searchTool(methods),
    call: async (args, caller) => searchTool(await all(await read())).call(args, caller),
  }
  const server = mcpServer({
    ...served,
    name,
    instructions: description,
    tools: [...tools, search],
    resources: resourcesOf(methods, program, { mock: true }),
    results: new Results(MAX_RESULT),
  })
  await serve(server, port === undefined ? undefined : { host: '127.0.0.1', port, hosts: [] })
}

function programOf(
  { name, version, description }: ServedTools,
  documents: Readonly<Record<string, JsonObject>>,
): McpProgram {
  const groups = Object.entries(documents).map(([slug, json]) => {
    const group = documentGroup(json, slug)
    const methods = group.methods.map((one) => [one.name, { ...one, group }] as const)
    const title = stringOf(recordOf(json['info'])['title']) ?? slug
    return {
      slug,
      title,
      document: async () => json,
      methods: async () => Object.fromEntries(methods),
    }
  })
  const errors = async () => ({ errors: {}, lists: {} })
  return { name, version, description, groups, errors }
}
