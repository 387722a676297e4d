import type { Group, Method } from 'rpcloom/model'
import { posix } from 'node:path'
import type { SiteContext } from './context.ts'

/** Path of the document with all groups. */
export const allDocuments = 'openrpc.json'

/** Path of a group's self-contained document on the site. */
export function documentPath({ addresses }: SiteContext, group: Pick<Group, 'key'>): string {
  return `openrpc/${posix.dirname(addresses.group(group).page)}.json`
}

/** Path of a single method's document on the site. */
export function methodDocumentPath({ addresses }: SiteContext, method: Method): string {
  return `openrpc/${addresses.method(method).page}.json`
}
