import type { JsonObject } from '@rpcloom/rpc'
import {
  type OpenRpcAvailability,
  type OpenRpcDocument,
  type OpenRpcMethod,
  pathsOf,
  readDocument,
  type Side,
  type TransportName,
  transportsOfServers,
} from '@rpcloom/rpc/internal'
import type { Availability, ServerGroup, ServerMethod } from '@rpcloom/rpc/server'

/**
 * Describes a document loaded at run time as a group for a dispatcher, without generating or evaluating code.
 * Handlers receive values in JSON form, and methods have their full names instead of namespaces.
 */
export function documentGroup(json: JsonObject, key: string, side: Side = 'server'): ServerGroup {
  const document = readDocument(json, side)
  const { path, wsPath, ...group } = document.group
  const transports = transportsOf(document)
  return {
    ...group,
    key,
    slug: key,
    ...(side === 'client' && { side }),
    ...pathsOf(json['servers'], { path, wsPath }),
    transports,
    availability: availabilityOf(group.availability, transports),
    methods: [...document.methods.values()]
      .filter((method) => document.callable.includes(method) || method.subscription)
      .map((method) => serverMethod(method, document, transports)),
    document: () => json,
  }
}

/** Events cannot be sent over HTTP, so a group with subscriptions also needs WebSockets. */
function transportsOf({ group, methods, json }: OpenRpcDocument): readonly TransportName[] {
  if (group.transports.length > 0) return group.transports
  const isPushed =
    group.wsPath !== undefined || [...methods.values()].some(({ subscription }) => subscription)
  return transportsOfServers(json['servers'], isPushed)
}

function serverMethod(
  method: OpenRpcMethod,
  document: OpenRpcDocument,
  transports: readonly TransportName[],
): ServerMethod {
  const { name, structure, enabledBy, result, routes, subscription } = method
  const availability = { ...document.group.availability, ...method.availability }
  return {
    name,
    member: name,
    order: method.params.map((param) => param.name),
    ...(structure === 'whole' ? { whole: true } : structure !== 'by-name' && { structure }),
    availability: availabilityOf(availability, transports),
    ...(enabledBy && { enabledBy }),
    ...(result?.json['required'] === false && { returns: 'optional' as const }),
    ...(!result && { returns: 'notification' as const }),
    routes: Object.fromEntries(routes.map((route, index) => [String(index), route])),
    ...(subscription && {
      subscription: { ...subscription, topics: {} },
      topics: subscription.topics.map((topic) => ({
        name: topic.name,
        member: topic.name,
        order: topic.params.map((param) => param.name),
      })),
    }),
  }
}

function availabilityOf(
  declared: OpenRpcAvailability,
  transports: readonly TransportName[],
): Availability {
  const reach = (transport: TransportName): Availability['http'] =>
    transports.includes(transport) ? (declared[transport] ?? 'public') : 'absent'
  return { http: reach('http'), ws: reach('ws') }
}
