import { derivedText, type OutputFile } from 'rpcloom/codegen'

/**
 * Returns the script by which the Try it form knows whether the host of the page serves the API. A static host does
 * not. `siteListener` of the docs package can serve another script in its place.
 */
export function tryHost(): OutputFile {
  return derivedText(
    'site/assets/try-it-host.js',
    '// Programs that serve the API set `window.docsTryItServesApi` here.\n',
  )
}
