import type { RequestListener } from 'node:http'
import { siteListener } from '@native-node/docs'

/** Answers everything that is no API path: the documentation below `/docs/`, the rest with 404. */
export function docsListener(): RequestListener {
  return siteListener('/docs/')
}
