import type { Target } from 'rpcloom/codegen'

/** The mock package: types to configure each method, and the mock over the server package. */
export const mock: Target = {
  name: 'mock',
  // Templates are read from the sources; this module is compiled to dist/mock.
  templateFolder: new URL('../../mock/', import.meta.url),
  imports: ['types', 'server'],
  async files(api, options) {
    const { mockFiles } = await import('./files.ts')
    return mockFiles(api, options)
  },
}
