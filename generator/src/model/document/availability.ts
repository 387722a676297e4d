import { isObject, own, stringOf } from '../../json/members.ts'
import type { Availability, EnabledBy, Reach, Route } from '../types.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/** Reads `x-availability` of a document or method. Omitted members are taken from `otherwise`. */
export function availabilityOf(
  scope: DocumentScope,
  at: { readonly place: Place; readonly json: JsonObject },
  otherwise: Availability,
): Availability {
  const declared = own(at.json, 'x-availability')
  if (declared === undefined) return otherwise
  if (declared === 'public' || declared === 'node-local') {
    const reach = (before: Reach): Reach => (before === 'absent' ? before : declared)
    return { http: reach(otherwise.http), ws: reach(otherwise.ws) }
  }
  const members = isObject(declared) ? declared : {}
  const http = own(members, 'http') ?? otherwise.http
  const ws = own(members, 'ws') ?? otherwise.ws
  if (!isObject(declared) || !isReach(http) || !isReach(ws)) {
    malformed(scope, at.place, 'x-availability')
    return otherwise
  }
  return { http, ws }
}

/**
 * Returns the default availability without `x-availability`: public on all transports of the route.
 */
export function availabilityOfRoute(route: Route): Availability {
  const reach = (transport: 'http' | 'ws'): Reach =>
    route.transports.includes(transport) ? 'public' : 'absent'
  return { http: reach('http'), ws: reach('ws') }
}

/** Reads `x-enabled-by` of a document or method. */
export function enabledByOf(
  scope: DocumentScope,
  place: Place,
  json: JsonObject,
): EnabledBy | undefined {
  const declared = own(json, 'x-enabled-by')
  if (declared === undefined) return undefined
  const setting = stringOf(declared, 'setting')
  const fallback = own(declared, 'default')
  if (setting === undefined || typeof fallback !== 'boolean') {
    return malformed(scope, place, 'x-enabled-by')
  }
  return { setting, default: fallback }
}

function isReach(json: Json): json is Reach {
  return json === 'public' || json === 'node-local' || json === 'absent'
}
