import { readDocument } from '../document/read.ts'
import type { OpenRpcDocument } from '../document/types.ts'
import type { JsonObject } from '../json-rpc.ts'
import type { ServerGroup } from './types.ts'

const loaded = new WeakMap<ServerGroup, OpenRpcDocument>()

/** Returns the document of a group. Returns a promise only if the document has yet to be loaded. */
export function loadDocument(group: ServerGroup): OpenRpcDocument | Promise<OpenRpcDocument> {
  const before = loaded.get(group)
  if (before) return before
  const json = group.document()
  return json instanceof Promise ? json.then((read) => keep(group, read)) : keep(group, json)
}

function keep(group: ServerGroup, json: JsonObject): OpenRpcDocument {
  const document = readDocument(json, group.side)
  loaded.set(group, document)
  return document
}
