import { isRecord, type JsonObject } from '../json-rpc.ts'
import { dereference, pointerResolver } from '@rpcloom/schema'
import { listOf, recordOf, stringOf } from '@rpcloom/schema/json'
import { availabilityOf, enabledByOf, transportsOf } from './availability.ts'
import { readMethod } from './method.ts'
import type { Members, OpenRpcDocument, OpenRpcGroup } from './types.ts'

const known = new WeakMap<object, OpenRpcDocument>()

/**
 * Reads an OpenRPC document. The result is cached and used by servers, validating clients, mocks and contract
 * tests. The document must be self-contained, like the documents of `rpc.discover` and of generated packages.
 */
export function readDocument(json: JsonObject): OpenRpcDocument {
  const before = known.get(json)
  if (before) return before
  const resolve = pointerResolver(json)
  const deref = (value: unknown): unknown => dereference(value, resolve)
  const objects = listOf(json['methods']).map(deref).filter(isRecord)
  const named = objects.flatMap((method) => {
    const name = stringOf(method['name'])
    return name === undefined ? [] : [[name, method] as const]
  })
  // Of several methods with the same name, the first is used. The order of the document is kept.
  const methods = new Map(
    [...new Map(named.toReversed())]
      .toReversed()
      .map(([name, method]) => [name, readMethod(name, method, deref)]),
  )
  const all = [...methods.values()]
  const events = new Set(all.map(({ subscription }) => subscription?.notification))
  const document = {
    json,
    resolve,
    group: groupOf(json),
    methods,
    callable: all.filter(({ name, result }) => result !== undefined || !events.has(name)),
  }
  known.set(json, document)
  return document
}

function groupOf(json: JsonObject): OpenRpcGroup {
  const group = recordOf(json['x-group'])
  const batch = recordOf(group['batch'])
  const enabledBy = enabledByOf(json)
  return {
    ...texts(group, ['key', 'path', 'chainPath', 'chain', 'wsPath', 'chainWsPath']),
    transports: transportsOf(group['transports']),
    batch: {
      allowed: batch['allowed'] !== false,
      ...(typeof batch['maxPublic'] === 'number' && { maxPublic: batch['maxPublic'] }),
    },
    availability: availabilityOf(json),
    ...(enabledBy && { enabledBy }),
  }
}

function texts<Key extends string>(
  holder: Members,
  keys: readonly Key[],
): { readonly [key in Key]?: string } {
  const found: { [key in Key]?: string } = {}
  for (const key of keys) {
    const text = stringOf(holder[key])
    if (text !== undefined) found[key] = text
  }
  return found
}
