import { readDocument } from '../document/read.ts'
import type { OpenRpcDocument } from '../document/types.ts'
import type { ServerGroup } from './types.ts'

const loaded = new WeakMap<ServerGroup, OpenRpcDocument>()

/** Returns the document of a group. Returns a promise only if the document has yet to be loaded. */
export function loadDocument(group: ServerGroup): OpenRpcDocument | Promise<OpenRpcDocument> {
  return loaded.get(group) ?? load(group)
}

async function load(group: ServerGroup): Promise<OpenRpcDocument> {
  const document = readDocument(await group.document())
  loaded.set(group, document)
  return document
}
