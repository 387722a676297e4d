import { docOf } from '../doc.ts'
import { defined, extensionsOf, own, stringOf } from '../../json/members.ts'
import type { MethodNames } from '../names/method-names.ts'
import type { NameScope } from '../names/name-book.ts'
import { below } from '../../json/place.ts'
import type { Availability, Method, Result } from '../types.ts'
import type { JsonObject, Place } from '../../json/types.ts'
import { availabilityOf, enabledByOf } from './availability.ts'
import { type ContentDescriptor, paramsOf } from './content-descriptor.ts'
import { chooseEffect } from './effect.ts'
import { type ErrorBook, type ErrorDraft, errorsOf } from './errors.ts'
import { examplesOf } from './examples.ts'
import { linksOf } from './links.ts'
import { limitsOf, paginationOf } from './paging.ts'
import { paramsTypeOf } from './params-type.ts'
import { restRoutesOf } from './rest.ts'
import { resultOf } from './result.ts'
import { type DocumentScope, elementAt } from './scope.ts'
import { pathOfServers, serversOf } from './servers.ts'
import { isExperimental } from './stability.ts'
import { subscriptionOf } from './subscription.ts'
import { tagsOf } from './tags.ts'

/** A method before all types are read. Until then it is unknown whether the result is empty. */
export interface MethodDraft extends Omit<Method, 'result' | 'tags'> {
  readonly result?: Omit<Result, 'empty'>
  readonly tags: ReturnType<typeof tagsOf>
}

/** A method before the errors of its group are named. */
export type ReadMethod = Omit<MethodDraft, 'errors'> & { readonly errors: readonly ErrorDraft[] }

/** A method object with its reference resolved. */
export interface MethodSource {
  readonly place: Place
  readonly json: JsonObject
  readonly name: string
  readonly names: MethodNames
}

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
  const { place, json, name, names } = source
  const values = valuesOf(scope, source)
  const errors = errorsOf(scope, around.errors, source)
  const uses = usesOf(scope, source, { ...around, ...values })
  const rest = restRoutesOf(scope, source, around.restNames)
  const others = othersOf(scope, { ...source, params: values.members.params }, around.experimental)
  return {
    name,
    member: names.member,
    standalone: names.standalone,
    namespace: names.namespace,
    slug: names.slug,
    place,
    ...values.members,
    errors,
    ...uses,
    effect: chooseEffect(json, name, scope.effects).effect,
    rest,
    ...others,
  }
}

function valuesOf(
  scope: DocumentScope,
  { place, json, name, names }: MethodSource,
): {
  readonly members: Pick<ReadMethod, 'doc' | 'paramStructure' | 'params' | 'paramsType' | 'result'>
  readonly descriptors: readonly ContentDescriptor[]
} {
  const described = paramsOf(scope, place, json)
  const params = described.map(({ param }) => param)
  const method = { place, name, typePrefix: names.typePrefix }
  const paramsType = paramsTypeOf(scope, method, params)
  const result = elementAt(scope, below(place, 'result'), own(json, 'result'))
  const members = {
    doc: docOf(json),
    paramStructure: structureOf(json, described),
    params,
    ...(paramsType === undefined ? {} : { paramsType }),
    ...(result === undefined ? {} : { result: resultOf(scope, result, method) }),
  }
  return { members, descriptors: described.map(({ descriptor }) => descriptor) }
}

function usesOf(
  scope: DocumentScope,
  source: MethodSource,
  around: Pick<MethodSurroundings, 'availability' | 'path'> & ReturnType<typeof valuesOf>,
): Pick<
  ReadMethod,
  'examples' | 'links' | 'tags' | 'servers' | 'path' | 'availability' | 'limits'
> {
  const { place, json } = source
  return {
    examples: examplesOf(scope, source, around.members.params),
    links: linksOf(scope, place, json),
    tags: tagsOf(scope, place, json),
    ...addressOf(json, around.path),
    availability: availabilityOf(scope, source, around.availability),
    limits: [
      ...limitsOf(scope, place, json),
      ...around.descriptors.flatMap((one) => limitsOf(scope, one.place, one.json)),
    ],
  }
}

type WithParams = MethodSource & Pick<Method, 'params'>

function othersOf(
  scope: DocumentScope,
  source: WithParams,
  experimental: boolean,
): Pick<ReadMethod, 'experimental' | 'extensions'> & ReturnType<typeof extensionMembers> {
  return {
    ...(isExperimental(scope, source, experimental) ? { experimental: true } : {}),
    ...extensionMembers(scope, source),
    extensions: extensionsOf(source.json),
  }
}

function extensionMembers(
  scope: DocumentScope,
  source: WithParams,
): Pick<Method, 'enabledBy' | 'auth' | 'since' | 'pagination' | 'subscription'> {
  const { place, json } = source
  return defined({
    enabledBy: enabledByOf(scope, place, json),
    auth: stringOf(json, 'x-auth'),
    since: stringOf(json, 'x-since'),
    pagination: paginationOf(scope, place, json),
    subscription: subscriptionOf(scope, source),
  })
}

/**
 * Returns the servers of a method, and the path of the first server if it differs from the group's
 * path.
 */
function addressOf(json: JsonObject, pathOfGroup: string): Pick<Method, 'servers' | 'path'> {
  const servers = serversOf(json)
  const path = pathOfServers(servers)
  return { servers, ...(path === undefined || path === pathOfGroup ? {} : { path }) }
}

/**
 * Returns the param structure of a method. The default is `either`, as in the specification.
 * Methods with unnamed params can only be called by position.
 */
function structureOf(
  json: JsonObject,
  described: ReturnType<typeof paramsOf>,
): Method['paramStructure'] {
  const declared = own(json, 'paramStructure')
  if (declared === 'by-name' || declared === 'by-position') return declared
  const isNamed = described.every(
    ({ descriptor }) => stringOf(descriptor.json, 'name') !== undefined,
  )
  return isNamed ? 'either' : 'by-position'
}
