import type { Group, Method } from 'rpcloom/model'
import { posix } from 'node:path'
import type { SiteContext } from './context.ts'

/** The document of all groups. */
export const allDocuments = 'openrpc.json'

/** Where the self-contained document of a group stands on the site. */
export function documentPath({ addresses }: SiteContext, group: Pick<Group, 'key'>): string {
  return `openrpc/${posix.dirname(addresses.group(group).page)}.json`
}

/** Where the document of a single method stands on the site. */
export function methodDocumentPath({ addresses }: SiteContext, method: Method): string {
  return `openrpc/${addresses.method(method).page}.json`
}
