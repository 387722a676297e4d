import type { JsonObject } from '../json-rpc.ts'
import { pointerResolver } from '@rpcloom/schema'
import { recordOf } from '@rpcloom/schema/json'
import { availabilityOf, enabledByOf, transportsOf } from './availability.ts'
import { elementsIn, textOf, textsOf } from './elements.ts'
import { readMethod } from './method.ts'
import { type Side, sidesOf } from './roles.ts'
import type { OpenRpcDocument, OpenRpcGroup } from './types.ts'

const known = {
  server: new WeakMap<object, OpenRpcDocument>(),
  client: new WeakMap<object, OpenRpcDocument>(),
}

/**
 * Reads an OpenRPC document. The result is cached and used by servers, validating clients, mocks and contract
 * tests. The document must be self-contained, like the documents of `rpc.discover` and of generated packages.
 * Only the methods that one side implements are read (`x-implemented-by`).
 */
export function readDocument(json: JsonObject, side: Side = 'server'): OpenRpcDocument {
  const before = known[side].get(json)
  if (before) return before
  const resolve = pointerResolver(json)
  const elements = elementsIn(resolve)
  const objects = elements.list({ json }, 'methods')
  const { of: sidesOfMethod } = sidesOf(objects.map((method) => method.json))
  const implemented = objects.filter((method) => sidesOfMethod(method.json).includes(side))
  const named = implemented.flatMap((method) => {
    const name = textOf(method.json['name'])
    return name === undefined ? [] : [[name, method] as const]
  })
  // Of several methods with the same name, the first is used. The order of the document is kept.
  const methods = new Map(
    [...new Map(named.toReversed())]
      .toReversed()
      .map(([name, method]) => [name, readMethod(name, method, elements)]),
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
  known[side].set(json, document)
  return document
}

/** Reads `x-group` and the other extensions of a document. */
export function groupOf(json: JsonObject): OpenRpcGroup {
  const group = recordOf(json['x-group'])
  const batch = recordOf(group['batch'])
  const enabledBy = enabledByOf(json)
  return {
    // The key may be empty: the methods are then direct members of the client.
    ...(typeof group['key'] === 'string' && { key: group['key'] }),
    ...textsOf(group, ['path', 'wsPath']),
    transports: transportsOf(group['transports']),
    batch: {
      allowed: batch['allowed'] !== false,
      ...(typeof batch['maxPublic'] === 'number' && { maxPublic: batch['maxPublic'] }),
    },
    availability: availabilityOf(json),
    ...(enabledBy && { enabledBy }),
  }
}
