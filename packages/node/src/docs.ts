import type { RequestListener } from 'node:http'
import { siteListener } from '@native-node/docs'

/** Serves all non-API paths: the documentation below `/docs/`, and 404 for the rest. */
export function docsListener(): RequestListener {
  return siteListener('/docs/')
}
