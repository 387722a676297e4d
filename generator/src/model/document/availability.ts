import type { OpenRpcAvailability } from '@rpcloom/rpc/internal'
import { isObject, own } from '../../json/members.ts'
import type { Availability, Reach, Route } from '../types.ts'
import type { JsonObject, Place } from '../../json/types.ts'
import { type DocumentScope, malformed } from './scope.ts'

type Transport = keyof Availability

/** Completes `x-availability` of a document or method. Omitted members are taken from `otherwise`. */
export function completeAvailability(
  scope: DocumentScope,
  at: { readonly place: Place; readonly json: JsonObject },
  read: OpenRpcAvailability,
  otherwise: Availability,
): Availability {
  const declared = own(at.json, 'x-availability')
  if (declared === undefined) return otherwise
  const isUnread = (transport: Transport): boolean =>
    read[transport] === undefined && (!isObject(declared) || Object.hasOwn(declared, transport))
  if (isUnread('http') || isUnread('ws')) {
    malformed(scope, at.place, 'x-availability')
    return otherwise
  }
  const reach = (transport: Transport): Reach => {
    // One value for all transports applies to those that there are.
    const isAbsent = otherwise[transport] === 'absent' && !isObject(declared)
    return isAbsent ? 'absent' : (read[transport] ?? otherwise[transport])
  }
  return { http: reach('http'), ws: reach('ws') }
}

/**
 * Returns the default availability without `x-availability`: public on all transports of the route.
 */
export function availabilityOfRoute(route: Route): Availability {
  const reach = (transport: Transport): Reach =>
    route.transports.includes(transport) ? 'public' : 'absent'
  return { http: reach('http'), ws: reach('ws') }
}
