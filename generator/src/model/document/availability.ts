import { isObject, own, textOf } from '../json.ts'
import type { Availability, EnabledBy, Json, JsonObject, Place, Reach, Route } from '../types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/** Reads `x-availability` of a document or method; `otherwise` supplies missing members. */
export function availabilityOf(
  scope: DocumentScope,
  at: { readonly place: Place; readonly json: JsonObject },
  otherwise: Availability,
): Availability {
  const said = own(at.json, 'x-availability')
  if (said === undefined) return otherwise
  if (said === 'public' || said === 'node-local') {
    const reach = (before: Reach): Reach => (before === 'absent' ? before : said)
    return { http: reach(otherwise.http), ws: reach(otherwise.ws) }
  }
  const members = isObject(said) ? said : {}
  const http = own(members, 'http') ?? otherwise.http
  const ws = own(members, 'ws') ?? otherwise.ws
  if (!isObject(said) || !isReach(http) || !isReach(ws)) {
    malformed(scope, at.place, 'x-availability')
    return otherwise
  }
  return { http, ws }
}

/** Without `x-availability` everything is public, on all transports of the route. */
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
  const said = own(json, 'x-enabled-by')
  if (said === undefined) return undefined
  const setting = textOf(said, 'setting')
  const fallback = own(said, 'default')
  if (setting === undefined || typeof fallback !== 'boolean') {
    return malformed(scope, place, 'x-enabled-by')
  }
  return { setting, default: fallback }
}

function isReach(json: Json): json is Reach {
  return json === 'public' || json === 'node-local' || json === 'absent'
}
