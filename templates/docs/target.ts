import { defineTarget, type Target } from 'rpcloom/emit'

/** The docs package: a static site that needs neither a server nor a network, and what serves it. */
export const docs: Target = defineTarget({
  name: 'docs',
  // From dist/docs, where this module is compiled to: templates are read where they are written.
  templateFolder: new URL('../../docs/', import.meta.url),
  async files(api, options) {
    // Only now: a run with nothing to do loads no markdown printer.
    const { buildDocs } = await import('./build.ts')
    return buildDocs(api, options)
  },
})
