import type { Target } from 'rpcloom/codegen'

/** The package of an MCP server: its documents as data, and a bin that serves them. */
export const mcp: Target = {
  name: 'mcp',
  // Templates are read from the sources; this module is compiled to dist/mcp.
  templateFolder: new URL('../../mcp/', import.meta.url),
  imports: ['types'],
  async files(api, options) {
    const { mcpFiles } = await import('./files.ts')
    return mcpFiles(api, options)
  },
}
