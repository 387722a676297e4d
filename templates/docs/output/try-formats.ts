import type { Api } from 'rpcloom/model'
import { derivedText, type OutputFile } from 'rpcloom/emit'

/** The custom formats for Try it, a classic script; none of a package, which only a bundler could put into a page. */
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
