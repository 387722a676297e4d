import type { Target } from 'rpcloom/codegen'

/** The query package: options of queries and mutations for TanStack Query, for every framework that it supports. */
export const query: Target = {
  name: 'query',
  // Templates are read from the sources; this module is compiled to dist/query.
  templateFolder: new URL('../../query/', import.meta.url),
  imports: ['types'],
  async files(api, options) {
    const { queryFiles } = await import('./files.ts')
    return queryFiles(api, options)
  },
}
