import { pathOfServers, readMethod, rolesOf } from '@rpcloom/rpc/internal'
import type { Element } from '../../openrpc/elements.ts'
import { docOf } from '../doc.ts'
import { defined, extensionsOf, listOf, own, stringOf, stringsOf } from '../../json/members.ts'
import type { MethodNames } from '../names/method-names.ts'
import type { NameScope } from '../names/name-book.ts'
import type { Availability, Method, Result } from '../types.ts'
import type { JsonObject } from '../../json/types.ts'
import { completeAvailability } from './availability.ts'
import { paramsOf } from './content-descriptor.ts'
import { chooseEffect } from './effect.ts'
import { type ErrorBook, type ErrorDraft, errorsOf } from './errors.ts'
import { exampleOf } from './examples.ts'
import { linksOf } from './links.ts'
import { limitsOf } from './limits.ts'
import { paramsTypeOf } from './params-type.ts'
import { namedRoutes } from './rest.ts'
import { resultOf } from './result.ts'
import { type DocumentScope, reportUnread } from './scope.ts'
import { serversOf } from './servers.ts'
import { isExperimental } from './stability.ts'
import { completeSubscription } from './subscription.ts'
import { tagsOf } from './tags.ts'
import { wholeParamsOf } from './whole-params.ts'

/** A method before all types are read. Until then it is unknown whether the result is empty. */
export interface MethodDraft extends Omit<Method, 'result' | 'tags'> {
  readonly result?: Omit<Result, 'empty'>
  readonly tags: ReturnType<typeof tagsOf>
}

/** A method before the errors of its group are named. */
export type ReadMethod = Omit<MethodDraft, 'errors'> & { readonly errors: readonly ErrorDraft[] }

/** A method object with its reference resolved, and its names. */
export type MethodSource = Element & { readonly name: string; readonly names: MethodNames }

/** Data that all methods of a group share. */
export interface MethodSurroundings {
  readonly availability: Availability
  readonly path: string
  readonly errors: ErrorBook
  readonly restNames: NameScope
  /** Whether the document marks all of its methods as experimental. */
  readonly experimental: boolean
}

/** Reads a method. The names of errors and routes must be unique in the group. */
export function methodOf(
  scope: DocumentScope,
  source: MethodSource,
  around: MethodSurroundings,
): ReadMethod {
  const { file, pointer, json, name, names } = source
  const place = { file, pointer }
  const at = { place, json }
  const read = readMethod(name, source, scope.elements)
  reportUnread(scope, at, {
    'x-cost': read.cost,
    'x-enabled-by': read.enabledBy,
    'x-pagination': read.pagination,
    'x-search': searchOf(json),
    'x-subscription': read.subscription,
  })
  const method = { place, name, typePrefix: names.typePrefix }
  const whole = wholeParamsOf(scope, { ...method, json })
  const described = whole ? [] : paramsOf(scope, read.params)
  const params = described.map(({ param }) => param)
  const roles = rolesOf(json)
  return {
    name,
    member: names.member,
    standalone: names.standalone,
    namespace: names.namespace,
    slug: names.slug,
    place,
    doc: docOf(json),
    paramStructure: read.structure,
    params,
    ...defined({ paramsType: paramsTypeOf(scope, method, params) }),
    ...whole,
    ...(read.result && { result: resultOf(scope, read.result, { ...method, params }) }),
    errors: errorsOf(scope, around.errors, read.errors),
    examples: read.pairings.map(exampleOf),
    links: linksOf(scope, source),
    tags: tagsOf(scope, source),
    ...addressOf(json, around.path),
    availability: completeAvailability(scope, at, read.availability, around.availability),
    limits: [
      ...limitsOf(scope, place, json),
      ...described.flatMap(({ descriptor }) => limitsOf(scope, descriptor.place, descriptor.json)),
    ],
    effect: chooseEffect(json, name, scope.effects).effect,
    rest: namedRoutes(scope, at, read.routes, around.restNames),
    ...(isExperimental(scope, at, around.experimental) && { experimental: true }),
    ...defined({
      implementedBy: roles.length === 1 && roles[0] === 'server' ? undefined : roles,
      cost: read.cost,
      search: searchOf(json),
      enabledBy: read.enabledBy,
      auth: stringOf(json, 'x-auth'),
      since: stringOf(json, 'x-since'),
      pagination: read.pagination,
    }),
    ...(read.subscription && {
      subscription: completeSubscription(scope, { place, name, params }, read.subscription),
    }),
    extensions: extensionsOf(json),
  }
}

/** Returns the words by which readers look for a method, or undefined if they are no list of strings. */
function searchOf(json: JsonObject): readonly string[] | undefined {
  const words = listOf(json, 'x-search')
  const texts = stringsOf(json, 'x-search')
  return texts.length > 0 && texts.length === words.length ? texts : undefined
}

/**
 * Returns the servers of a method, and the path of the first server if it differs from the group's
 * path.
 */
function addressOf(json: JsonObject, pathOfGroup: string): Pick<Method, 'servers' | 'path'> {
  const path = pathOfServers(own(json, 'servers'), 'http')
  return {
    servers: serversOf(json),
    ...(path === undefined || path === pathOfGroup ? {} : { path }),
  }
}
