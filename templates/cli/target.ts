import type { Target } from 'rpcloom/codegen'

/** The package of a command line: its commands as data, and a bin that runs them. */
export const cli: Target = {
  name: 'cli',
  // Templates are read from the sources; this module is compiled to dist/cli.
  templateFolder: new URL('../../cli/', import.meta.url),
  imports: ['types'],
  async files(api, options) {
    const { cliFiles } = await import('./files.ts')
    return cliFiles(api, options)
  },
}
