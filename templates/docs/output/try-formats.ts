import type { Api } from 'rpcloom/model'
import { derivedText, type OutputFile } from 'rpcloom/codegen'

/**
 * Returns the custom formats for the Try it form as a classic script. If the formats are imported from a
 * package, the script is empty, because including a package would require a bundler.
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
