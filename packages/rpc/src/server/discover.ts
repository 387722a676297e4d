import { isRecord } from '../json-rpc.ts'
import type { ServerGroup } from './types.ts'

/** The answer to `rpc.discover`: the document with the methods that the caller can use. */
export function discoverText(group: ServerGroup, offered: ReadonlyMap<string, unknown>): string {
  const document = group.document()
  const methods: readonly unknown[] = Array.isArray(document['methods']) ? document['methods'] : []
  const visible = methods.filter((method) => {
    return isRecord(method) && (typeof method['name'] !== 'string' || offered.has(method['name']))
  })
  return JSON.stringify({ ...document, methods: visible })
}
