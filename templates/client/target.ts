import { defineTarget, type Target } from 'rpcloom/codegen'

/** The client package: a module for each group, and a client with all groups. */
export const client: Target = defineTarget({
  name: 'client',
  // Templates are read from the sources; this module is compiled to dist/client.
  templateFolder: new URL('../../client/', import.meta.url),
  imports: ['types'],
  isStandalone,
  async files(api, options) {
    const { clientFiles } = await import('./files.ts')
    return clientFiles(api, options)
  },
})

/** Whether the client becomes modules of an existing package. */
export function isStandalone({ standalone }: Readonly<Record<string, unknown>>): boolean {
  return standalone === true
}
