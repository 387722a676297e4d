import type { Target } from 'rpcloom/codegen'

/**
 * The server package: handler interfaces and tables for each group, and `createServer` for all groups.
 */
export const server: Target = {
  name: 'server',
  // This module is compiled to dist/server; templates are read from the source folder.
  templateFolder: new URL('../../server/', import.meta.url),
  imports: ['types'],
  async files(api, options) {
    const { serverFiles } = await import('./files.ts')
    return serverFiles(api, options)
  },
  async scaffold(api, options) {
    const { serverScaffold } = await import('./scaffold/scaffold.ts')
    return serverScaffold(api, options)
  },
}
