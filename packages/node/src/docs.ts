import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { siteListener } from '@native-node/docs'

/** Path of the site of rpcloom. */
export const rpcloomPath = '/rpcloom/'

/**
 * Serves all non-API paths: the documentation below `/docs/`, the site of rpcloom in the folder `rpcloom`, if there is
 * one, and status 404 for all other paths.
 */
export function docsListener(rpcloom: string | undefined): RequestListener {
  const docs = siteListener('/docs/', { servesApi: true })
  if (rpcloom === undefined) return docs
  const other = siteListener(rpcloomPath, { folder: pathToFileURL(`${resolve(rpcloom)}/`) })
  return (request, response) => {
    const listener = `${request.url ?? ''}/`.startsWith(rpcloomPath) ? other : docs
    listener(request, response)
  }
}
