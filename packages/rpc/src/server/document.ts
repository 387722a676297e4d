import type { JsonObject } from '../json-rpc.ts'
import type { ServerGroup } from './types.ts'

const loaded = new WeakMap<ServerGroup, JsonObject>()

/** The document of a group: at once where somebody asked for it before. */
export function documentOf(group: ServerGroup): JsonObject | Promise<JsonObject> {
  return loaded.get(group) ?? load(group)
}

async function load(group: ServerGroup): Promise<JsonObject> {
  const document = await group.document()
  loaded.set(group, document)
  return document
}
