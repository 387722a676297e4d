import type { OpenRpcRoute } from '@rpcloom/rpc/internal'
import { isArray, own } from '../../json/members.ts'
import { camel } from '../names/identifiers.ts'
import { choose, exactScope, type NameScope } from '../names/name-book.ts'
import { objectMembers } from '../names/reserved.ts'
import type { JsonObject, Place } from '../../json/types.ts'
import type { RestRoute } from '../types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/** Names the GET routes in `x-rest` of a method. Routes without a name are dropped. */
export function namedRoutes(
  scope: DocumentScope,
  at: { readonly place: Place; readonly json: JsonObject },
  read: readonly OpenRpcRoute[],
  names: NameScope,
): readonly RestRoute[] {
  const declared = own(at.json, 'x-rest')
  const routes = read.flatMap(({ name, ...route }): readonly RestRoute[] => {
    if (name === undefined) return []
    const chosen = choose(names, {
      candidates: [camel(name)],
      fallback: 'route',
      suffix: 'Route',
      reserved: (word) => objectMembers.has(word),
    })
    return [{ name: chosen.name, ...route }]
  })
  const isSound = isArray(declared) ? routes.length === declared.length : declared === undefined
  if (!isSound) malformed(scope, at.place, 'x-rest')
  return routes
}

/** Creates a scope for the names of GET routes, which must be unique in a group. */
export function restNames(): NameScope {
  return exactScope()
}
