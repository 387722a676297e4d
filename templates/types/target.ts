import type { Target } from 'rpcloom/codegen'

/**
 * The types package: types, method descriptors, errors and documents. Used by the client, server and mock
 * packages.
 */
export const types: Target = {
  name: 'types',
  // Templates are read from the sources; this module is compiled to dist/types.
  templateFolder: new URL('../../types/', import.meta.url),
  async files(api, options) {
    const { typesFiles } = await import('./files.ts')
    return typesFiles(api, options)
  },
}
