import { groupOf as readGroup } from '@rpcloom/rpc/internal'
import { append } from '../../json/append.ts'
import { docOf } from '../doc.ts'
import { extensionsOf, objectOf, own, stringOf, stringsOf } from '../../json/members.ts'
import type { GroupNames } from '../names/group-names.ts'
import { pascal } from '../names/identifiers.ts'
import type { KeptNames, Naming } from '../names/kept-names.ts'
import { nameMethods } from '../names/method-names.ts'
import { caselessScope, choose } from '../names/name-book.ts'
import { below, placeId } from '../../json/place.ts'
import { identityOf, passedOn } from '../schema/schema.ts'
import type { Group, Namespace } from '../types.ts'
import type { JsonObject } from '../../json/types.ts'
import { type Element, rootOf } from '../../openrpc/elements.ts'
import { availabilityOfRoute, completeAvailability } from './availability.ts'
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
export interface GroupDraft extends Omit<Group, 'methods' | 'bundle' | 'shortcuts'> {
  readonly methods: readonly MethodDraft[]
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
  const methods = read.map((method): MethodDraft => ({
    ...method,
    errors: method.errors.flatMap((error) => errors.get(error) ?? []),
  }))
  nameComponents(scope, document)
  const info = objectOf(json, 'info') ?? {}
  return {
    ...names,
    file,
    title: stringOf(info, 'title') ?? names.key,
    version: stringOf(info, 'version') ?? '0.0.0',
    doc: { ...docOf(json), ...docOf(info) },
    // A document without methods also has a group, with a single unnamed namespace.
    namespaces: namespacesOf(namespaces.length === 0 ? [''] : namespaces, names, methods),
    methods,
    naming,
    route,
    availability,
    ...(enabledBy && { enabledBy }),
    errors: [...errors.values()],
    tags: groupTags(
      json,
      methods.flatMap(({ tags }) => tags),
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
  readonly sources: readonly MethodSource[]
  readonly namespaces: readonly string[]
  readonly naming: Naming
} {
  const found = new Map<string, Element>()
  const elements = scope.elements.list(rootOf(file, json), 'methods')
  const sent = notificationsOf(elements.map((element) => element.json))
  for (const element of elements) {
    const name = stringOf(element.json, 'name')
    // Duplicate method names were already reported.
    if (name === undefined || found.has(name) || sent.has(name)) continue
    found.set(name, element)
  }
  const methods = [...found].map(([name, { file: from, pointer }]) => {
    return { name, place: { file: from, pointer } }
  })
  const declared = stringsOf(objectOf(json, 'x-group'), 'namespaces')
  const taken = groupMembers([...found.values()].map((source) => source.json))
  const named = nameMethods(names, methods, { declared, taken, kept })
  append(scope.entries, named.entries)
  const complete = [...found].flatMap(([name, element], index) => {
    const chosen = named.methods[index]
    if (chosen === undefined) return []
    scope.reader.prefixes.set(placeId(element), chosen.typePrefix)
    return [{ ...element, name, names: chosen }]
  })
  return { sources: complete, namespaces: named.namespaces, naming: named.naming }
}

/** Returns the names of notifications that carry subscription events. */
function notificationsOf(methods: readonly JsonObject[]): ReadonlySet<string> {
  const names = methods.flatMap((method) => {
    const given = objectOf(method, 'x-subscription')
    // Without `unsubscribe`, the method is itself the notification.
    return stringOf(given, 'unsubscribe') === undefined
      ? []
      : (stringOf(given, 'notification') ?? [])
  })
  const calls = methods.filter((method) => own(method, 'result') !== undefined)
  const called = new Set(calls.map((method) => stringOf(method, 'name')))
  return new Set(names.filter((name) => !called.has(name)))
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
  group: GroupNames,
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
    return { name, typeName: `${group.typeName}${stem}`, methods: own }
  })
}
