import { redactedUrl } from '@rpcloom/rpc/internal'

/**
 * Returns the path of a document for generated files: of a document on the web the URL without its query, of a running
 * service only the origin, because keys are in the rest.
 */
export function shownFile(file: string): string {
  if (!/^(discover:|https?:)/i.test(file)) return file
  const url = file.replace(/^discover:/, '')
  const path = url.replace(/[?#].*/s, '')
  return /\.(json|ya?ml)$/i.test(path) ? path : redactedUrl(url)
}
