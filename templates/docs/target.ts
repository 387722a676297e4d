import type { Target } from 'rpcloom/codegen'

/**
 * The docs package: a static site that works without a server or network, and a program that serves
 * the site.
 */
export const docs: Target = {
  name: 'docs',
  // Templates are read from the source folder, because this module is compiled to dist/docs.
  templateFolder: new URL('../../docs/', import.meta.url),
  async files(api, options) {
    // Loaded on demand, so that a run without changes does not load the Markdown printer.
    const { buildDocs } = await import('./build.ts')
    return buildDocs(api, options)
  },
}
