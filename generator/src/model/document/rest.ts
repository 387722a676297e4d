import {
  flagOf,
  isArray,
  isObject,
  listOf,
  numberOf,
  objectOf,
  own,
  stringOf,
  stringsOf,
} from '../../json/members.ts'
import { camel } from '../names/identifiers.ts'
import { choose, exactScope, type NameScope } from '../names/name-book.ts'
import { objectMembers } from '../names/reserved.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { RestRoute } from '../types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/** Reads the GET routes in `x-rest` of a method. */
export function restRoutesOf(
  scope: DocumentScope,
  at: { readonly place: Place; readonly json: JsonObject },
  names: NameScope,
): readonly RestRoute[] {
  const declared = own(at.json, 'x-rest')
  if (declared === undefined) return []
  const routes = isArray(declared) ? declared.map((json) => oneRoute(json, names)) : []
  const sound = routes.filter((route) => route !== undefined)
  if (!isArray(declared) || sound.length < declared.length) malformed(scope, at.place, 'x-rest')
  return sound
}

/** Creates a scope for the names of GET routes, which must be unique in a group. */
export function restNames(): NameScope {
  return exactScope()
}

function oneRoute(json: Json, names: NameScope): RestRoute | undefined {
  const name = stringOf(json, 'name')
  const paths = stringsOf(json, 'paths')
  const status = objectOf(json, 'status')
  const member = stringOf(status, 'member')
  const isSound = isObject(json) && paths.length > 0 && paths.every((path) => path.startsWith('/'))
  if (!isSound || name === undefined || member === undefined) return undefined
  const chosen = choose(names, {
    candidates: [camel(name)],
    fallback: 'route',
    suffix: 'Route',
    reserved: (word) => objectMembers.has(word),
  })
  const summary = stringOf(json, 'summary')
  return {
    name: chosen.name,
    paths,
    query: listOf(json, 'query').flatMap(oneParameter),
    status: { member, ok: numberOf(status, 'ok') ?? 200, fail: numberOf(status, 'fail') ?? 503 },
    ...(summary === undefined ? {} : { summary }),
  }
}

function oneParameter(json: Json): RestRoute['query'] {
  const name = stringOf(json, 'name')
  const param = stringOf(json, 'param')
  if (name === undefined || param === undefined) return []
  return [{ name, param, repeated: flagOf(json, 'repeated') }]
}
