import { gather } from '../../json/gather.ts'
import { groupOf as readGroup, rolesOf, type Side, sidesOf } from '@rpcloom/rpc/internal'
import { append } from '../../json/append.ts'
import { docOf } from '../doc.ts'
import { extensionsOf, objectOf, own, stringOf, stringsOf } from '../../json/members.ts'
import type { GroupNames } from '../names/group-names.ts'
import { pascal } from '../names/identifiers.ts'
import type { KeptNames, Naming } from '../names/kept-names.ts'
import { type MethodNames, nameMethods } from '../names/method-names.ts'
import { isWithin } from '../names/namespaces.ts'
import { caselessScope, choose, type NameEntry, type NameScope } from '../names/name-book.ts'
import { below, placeId } from '../../json/place.ts'
import { identityOf, passedOn } from '../schema/schema.ts'
import type { Group, Namespace } from '../types.ts'
import { clientTypeName } from '../sides.ts'
import type { JsonObject, Place } from '../../json/types.ts'
import { type Element, rootOf } from '../../openrpc/elements.ts'
import { availabilityOfRoute, completeAvailability } from './availability.ts'
import { callbacksOf } from './callbacks.ts'
import { type ErrorBook, namedErrors } from './errors.ts'
import { featuredOf } from './featured.ts'
import { glossaryOf } from './glossary.ts'
import { type MethodDraft, methodOf, type MethodSource } from './method.ts'
import { restNames } from './rest.ts'
import { routeOf } from './route.ts'
import { type DocumentScope, reportUnread } from './scope.ts'
import { serversOf } from './servers.ts'
import { isExperimental } from './stability.ts'
import { groupTags } from './tags.ts'

/** A group before all types are read and named. */
export interface GroupDraft extends Omit<
  Group,
  'methods' | 'clientMethods' | 'bundle' | 'shortcuts'
> {
  readonly methods: readonly MethodDraft[]
  readonly clientMethods: readonly MethodDraft[]
}

export function groupOf(
  scope: DocumentScope,
  document: { readonly file: string; readonly json: JsonObject },
  names: GroupNames,
  kept?: KeptNames,
): GroupDraft {
  const { file, json } = document
  const place = { file, pointer: '' }
  const root = { place, json }
  const declared = readGroup(json)
  const { enabledBy } = declared
  const route = routeOf(scope, root, declared)
  const availability = completeAvailability(
    scope,
    root,
    declared.availability,
    availabilityOfRoute(route),
  )
  reportUnread(scope, root, { 'x-enabled-by': enabledBy })
  const { sources, namespaces, naming } = methodSources(scope, document, { names, kept })
  const book: ErrorBook = new Map()
  const around = {
    availability,
    path: route.path,
    errors: book,
    restNames: restNames(),
    experimental: isExperimental(scope, root),
  }
  const read = sources.map((source) => methodOf(scope, source, around))
  const errors = namedErrors(scope, book)
  const every = read.map((method): MethodDraft => ({
    ...method,
    errors: method.errors.flatMap((error) => errors.get(error) ?? []),
  }))
  const implementedBy = (side: Side): readonly MethodDraft[] =>
    every.filter((_, index) => sources[index]?.sides.includes(side))
  const [methods, clientMethods] = [implementedBy('server'), implementedBy('client')]
  const spaces = (side: Side): readonly string[] =>
    namespaces.filter((name) =>
      sources.some(
        ({ sides, names: own }) => sides.includes(side) && isWithin(own.namespace, name),
      ),
    )
  nameComponents(scope, document)
  const info = objectOf(json, 'info') ?? {}
  return {
    ...names,
    file,
    title: stringOf(info, 'title') ?? names.key,
    version: stringOf(info, 'version') ?? '0.0.0',
    doc: { ...docOf(json), ...docOf(info) },
    // A document without methods also has a group, with a single unnamed namespace.
    namespaces: namespacesOf(
      methods.length === 0 ? [''] : spaces('server'),
      names.typeName,
      methods,
    ),
    methods,
    clientNamespaces: namespacesOf(
      clientMethods.length === 0 ? [] : spaces('client'),
      clientTypeName(names),
      clientMethods,
    ),
    clientMethods,
    naming,
    ...callbacksOf(scope, { place, json }),
    route,
    availability,
    ...(enabledBy && { enabledBy }),
    errors: [...errors.values()],
    tags: groupTags(
      json,
      every.flatMap(({ tags }) => tags),
    ),
    servers: serversOf(json),
    featured: featuredOf(
      scope,
      root,
      methods.map(({ name: methodName }) => methodName),
    ),
    terms: glossaryOf(scope, place, json),
    extensions: extensionsOf(json),
  }
}

/** Returns the methods of a document with their names. Methods without a name are dropped. */
function methodSources(
  scope: DocumentScope,
  { file, json }: { readonly file: string; readonly json: JsonObject },
  { names, kept }: { readonly names: GroupNames; readonly kept: KeptNames | undefined },
): {
  readonly sources: readonly NamedSource[]
  readonly namespaces: readonly string[]
  readonly naming: Naming
} {
  const found: FoundMethod[] = []
  const elements = scope.elements.list(rootOf(file, json), 'methods')
  const sent = notificationsOf(elements.map((element) => element.json))
  const { of: sidesOfMethod } = sidesOf(elements.map((element) => element.json))
  const taken = { server: new Set<string>(), client: new Set<string>() }
  for (const element of elements) {
    const name = stringOf(element.json, 'name')
    if (name === undefined || sent.has(name)) continue
    // Duplicate method names were already reported.
    const sides = sidesOfMethod(element.json).filter(
      (side) => !taken[side].has(name) && !isHandledByRuntime(json, element.json, side),
    )
    if (sides.length === 0) continue
    for (const side of sides) taken[side].add(name)
    found.push({ ...element, place: { file: element.file, pointer: element.pointer }, name, sides })
  }
  const declared = stringsOf(objectOf(json, 'x-group'), 'namespaces')
  // Both methods of a name that exists in both directions get the same names.
  const distinct = [
    ...new Map(found.toReversed().map((one) => [one.name, one])).values(),
  ].toReversed()
  const members = groupMembers(found.map((source) => source.json))
  const named = nameMethods(names, distinct, { declared, taken: members, kept })
  append(scope.entries, entriesWithRoles(named.entries, found))
  const namesOf = new Map(distinct.map(({ name }, index) => [name, named.methods[index]]))
  const slugs = caselessScope()
  for (const own of named.methods) slugs.taken.add(slugs.fold(own.slug))
  const complete = found.flatMap((source): readonly NamedSource[] => {
    const own = namesOf.get(source.name)
    if (own === undefined) return []
    const isSecond =
      source.sides.every((side) => side === 'client') && taken.server.has(source.name)
    const chosen = isSecond ? secondNames(own, slugs) : own
    scope.reader.prefixes.set(placeId(source.place), chosen.typePrefix)
    return [{ ...source, names: chosen }]
  })
  return { sources: complete, namespaces: named.namespaces, naming: named.naming }
}

/** Adds the roles to the names of methods, and an entry for the second method of a name in both directions. */
function entriesWithRoles(
  entries: readonly NameEntry[],
  found: readonly FoundMethod[],
): readonly NameEntry[] {
  const nameAt = new Map(found.map(({ place, name }) => [placeId(place), name]))
  const byName = gather(found.map((one) => [one.name, one] as const))
  return entries.flatMap((entry) => {
    const methods = byName.get(nameAt.get(placeId(entry)) ?? '') ?? []
    return methods.map(({ place, json }): NameEntry => {
      const roles = own(json, 'x-implemented-by') === undefined ? undefined : rolesOf(json)
      return { ...entry, ...place, ...(roles && { implementedBy: roles }) }
    })
  })
}

type FoundMethod = Element & {
  readonly place: Place
  readonly name: string
  readonly sides: readonly Side[]
}

type NamedSource = FoundMethod & MethodSource

/** Returns the names of a method of the client whose name the server implements too, in another method. */
function secondNames(own: MethodNames, slugs: NameScope): MethodNames {
  const { name: slug } = choose(slugs, {
    candidates: [`${own.slug}-client`],
    fallback: 'method',
    suffix: '-method',
    reserved: () => false,
  })
  return { ...own, slug, typePrefix: `Client${own.typePrefix}` }
}

/** Returns the names of notifications that carry subscription events. */
function notificationsOf(methods: readonly JsonObject[]): ReadonlySet<string> {
  const names = methods.flatMap((method) => {
    const given = objectOf(method, 'x-subscription')
    return stringOf(given, 'notification') ?? []
  })
  const calls = methods.filter((method) => own(method, 'result') !== undefined)
  const called = new Set(calls.map((method) => stringOf(method, 'name')))
  return new Set(names.filter((name) => !called.has(name)))
}

/**
 * Whether peers themselves handle a notification: the cancellation of a call, and on servers the progress of a call, whose
 * token is always theirs. On clients, a server can report other progress too, as in LSP.
 */
function isHandledByRuntime(document: JsonObject, method: JsonObject, side: Side): boolean {
  const name = stringOf(method, 'name')
  if (name === undefined || own(method, 'result') !== undefined) return false
  const isNamedBy = (extension: string): boolean =>
    stringOf(objectOf(document, extension), 'method') === name
  return isNamedBy('x-cancel') || (side === 'server' && isNamedBy('x-progress'))
}

/**
 * Returns the names of a group's members that are not methods: `get` for GET routes, and
 * `subscribe`.
 */
function groupMembers(methods: readonly JsonObject[]): readonly string[] {
  const some = (extension: string): boolean =>
    methods.some((method) => Object.hasOwn(method, extension))
  return [...(some('x-rest') ? ['get'] : []), ...(some('x-subscription') ? ['subscribe'] : [])]
}

/**
 * Creates a named type for every component schema of a document, including schemas that no method
 * uses.
 */
function nameComponents(
  scope: DocumentScope,
  { file, json }: { readonly file: string; readonly json: JsonObject },
): void {
  const components = scope.elements.member(rootOf(file, json), 'components')
  // `schemas` may itself be a reference to a map in another file.
  const schemas = components && scope.elements.member(components, 'schemas')
  if (schemas === undefined) return
  for (const [key, schema] of Object.entries(schemas.json)) {
    const at = { place: below(schemas, key), json: schema }
    identityOf(scope.reader, passedOn(scope.reader, at) ?? at, file)
  }
}

function namespacesOf(
  all: readonly string[],
  typeName: string,
  methods: readonly MethodDraft[],
): readonly Namespace[] {
  const stems = caselessScope()
  return all.map((name) => {
    // `a.bC` and `a.b.c` are different namespaces, and their types need different names.
    const stem =
      name === ''
        ? ''
        : choose(stems, {
            candidates: [pascal(name)],
            fallback: 'Namespace',
            suffix: 'Methods',
            reserved: () => false,
          }).name
    const own = methods.flatMap((method, index) => (method.namespace === name ? [index] : []))
    return { name, typeName: `${typeName}${stem}`, methods: own }
  })
}
