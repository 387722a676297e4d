import type { Api } from 'rpcloom/model'
import { derivedText, type OutputFile } from 'rpcloom/codegen'

/**
 * Returns the custom formats for Try it as a classic script. It is empty if they come from a package, which
 * would need a bundler.
 */
export function tryFormats({ formats }: Api): OutputFile {
  return derivedText(
    'site/assets/try-it-formats.js',
    formats?.kind === 'file' ? wrapped(formats.script) : '',
  )
}

function wrapped(script: string): string {
  return `window.docsTryItFormats = (() => {
const exports = {}
const require = () => ({ defineFormats: (formats) => formats })
${script}
return exports.formats
})()
`
}
