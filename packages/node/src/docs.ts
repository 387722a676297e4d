import type { RequestListener } from 'node:http'
import { siteListener } from '@native-node/docs'

/**
 * Serves all non-API paths: the documentation below `/docs/`, and status 404 for all other paths.
 */
export function docsListener(): RequestListener {
  return siteListener('/docs/')
}
