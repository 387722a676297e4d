import type { Target } from 'rpcloom/codegen'
import { isStandalone } from './client/standalone.ts'

export { openListener } from './docs/package/listener.ts'

/**
 * All targets that rpcloom includes. The modules of a target are loaded on demand, so that a run without
 * changes does not load them.
 */
export const targets: readonly Target[] = [
  // Types, method descriptors, errors and documents. Used by the client, server and mock packages.
  target('types', async (api, options) =>
    (await import('./types/files.ts')).typesFiles(api, options),
  ),
  // A module for each group, and a client with all groups.
  target(
    'client',
    async (api, options) => (await import('./client/files.ts')).clientFiles(api, options),
    {
      imports: ['types'],
      isStandalone,
      scaffold: async (api, options) =>
        (await import('./client/scaffold/scaffold.ts')).clientScaffold(api, options),
    },
  ),
  // Handler interfaces and tables for each group, and `createServer` for all groups.
  target(
    'server',
    async (api, options) => (await import('./server/files.ts')).serverFiles(api, options),
    {
      imports: ['types'],
      scaffold: async (api, options) =>
        (await import('./server/scaffold/scaffold.ts')).serverScaffold(api, options),
    },
  ),
  // Types to configure each method, and the mock over the server package.
  target(
    'mock',
    async (api, options) => (await import('./mock/files.ts')).mockFiles(api, options),
    { imports: ['types', 'server'] },
  ),
  // Options of queries and mutations for TanStack Query, for every framework that it supports.
  target(
    'query',
    async (api, options) => (await import('./query/files.ts')).queryFiles(api, options),
    { imports: ['types'] },
  ),
  // A static site that works without a server or network, and a program that serves the site.
  target('docs', async (api, options) => (await import('./docs/build.ts')).buildDocs(api, options)),
  // The commands of a command line as data, and a bin that runs them.
  target('cli', async (api, options) => (await import('./cli/files.ts')).cliFiles(api, options), {
    imports: ['types'],
  }),
  // The documents of an MCP server as data, and a bin that serves them.
  target('mcp', async (api, options) => (await import('./mcp/files.ts')).mcpFiles(api, options), {
    imports: ['types'],
  }),
]

/** Returns the target whose files are in the folder `name`. */
function target(
  name: string,
  files: Target['files'],
  further: Omit<Target, 'name' | 'files' | 'templateFolder'> = {},
): Target {
  // Templates are read from the sources; this module is compiled to dist.
  return { name, templateFolder: new URL(`../${name}/`, import.meta.url), files, ...further }
}
