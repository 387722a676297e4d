import { posix } from 'node:path'
import type { Group, Method } from 'rpcloom/model'
import type { SiteContext } from './context.ts'

export const allDocuments = 'openrpc.json'

export function documentPath({ addresses }: SiteContext, group: Pick<Group, 'key'>): string {
  return `openrpc/${posix.dirname(addresses.group(group).page)}.json`
}

export function methodDocumentPath({ addresses }: SiteContext, method: Method): string {
  return `openrpc/${addresses.method(method).page}.json`
}

export function tryDataPath({ slug }: Pick<Group, 'slug'>): string {
  return `try-it/${slug}.js`
}
