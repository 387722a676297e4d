import type { Target } from 'rpcloom/codegen'
import { isStandalone } from './standalone.ts'

/** The client package: a module for each group, and a client with all groups. */
export const client: Target = {
  name: 'client',
  // Templates are read from the sources; this module is compiled to dist/client.
  templateFolder: new URL('../../client/', import.meta.url),
  imports: ['types'],
  isStandalone,
  async files(api, options) {
    const { clientFiles } = await import('./files.ts')
    return clientFiles(api, options)
  },
  async scaffold(api, options) {
    const { clientScaffold } = await import('./scaffold/scaffold.ts')
    return clientScaffold(api, options)
  },
}
