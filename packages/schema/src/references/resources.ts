import { formatsOf } from '../formats/custom.ts'
import { isRecord } from '../json/values.ts'
import { absolute, atPointer, decodeFragment } from './pointer.ts'
import { subschemas } from '../keywords/table.ts'
import type { Resolve, SchemaObject } from '../types.ts'

/**
 * A schema with an `$id`, or the whole document. A resource is the base for resolving the references inside
 * it.
 */
interface Resource {
  readonly uri: string
  readonly root: unknown
  readonly anchors: Map<string, SchemaObject>
  /** Anchors that `$dynamicRef` may find from other resources. A `$recursiveAnchor` has an empty name. */
  readonly dynamicAnchors: Map<string, SchemaObject>
}

/** Finds the schemas of a document by pointer, address and anchor. */
interface Resources {
  /** Resolves a reference in the schema `from`. */
  readonly resolve: (ref: string, from?: unknown) => unknown
  /** Resolves a dynamic reference through the enclosing schemas, outermost first. */
  readonly resolveDynamic: (ref: string, from: unknown, path: Iterable<unknown>) => unknown
}

const base = 'document:///'
const cache = new WeakMap<object, Resources>()

/** Returns a resolver for references inside one document: `#`, `#/json/pointer`, `#anchor` and addresses. */
export function pointerResolver(document: unknown): Resolve {
  let found: Resources | undefined
  const resolver = (ref: string, from?: unknown, path?: Iterable<unknown>): unknown => {
    found ??= resourcesOf(document)
    const { resolve, resolveDynamic } = found
    return path === undefined ? resolve(ref, from) : resolveDynamic(ref, from, path)
  }
  const formats = formatsOf(document)
  return formats === undefined ? resolver : Object.assign(resolver, { formats })
}

/** Returns the resources of a document. Cached. */
function resourcesOf(document: unknown): Resources {
  if (typeof document !== 'object' || document === null) return lookup(document)
  const known = cache.get(document)
  if (known) return known
  const made = lookup(document)
  cache.set(document, made)
  return made
}

function lookup(document: unknown): Resources {
  const whole = resourceAt(base, document)
  const byUri = new Map([[base, whole]])
  const owners = new WeakMap<object, Resource>()
  // Without IDs and anchors, a reference has the same target from every schema. Most documents have none.
  const isNamed = mayHaveNames(document) && index(document, { whole, byUri, owners })
  const of = (schema: unknown): Resource =>
    (isRecord(schema) ? owners.get(schema) : undefined) ?? whole
  const here = new Map<string, unknown>()
  const inDocument = (ref: string): unknown => {
    const known = here.get(ref)
    if (known !== undefined || !ref.startsWith('#')) return known
    const target = within(whole, ref.slice(1))
    here.set(ref, target)
    return target
  }
  const resolve = (ref: string, from?: unknown): unknown => {
    const found = isNamed ? resolveFrom(of(from), ref, byUri) : undefined
    // Some documents use pointers from the root of the document inside schemas with an `$id`.
    return found ?? inDocument(ref)
  }
  return {
    resolve,
    resolveDynamic(ref, from, path) {
      const found = resolve(ref, from)
      const name = ref.slice(ref.indexOf('#') + 1)
      // A reference whose target is not a dynamic anchor is resolved like `$ref`.
      if (!isRecord(found) || of(found).dynamicAnchors.get(name) !== found) return found
      for (const schema of path) {
        const outer = of(schema).dynamicAnchors.get(name)
        if (outer) return outer
      }
      return found
    },
  }
}

function resourceAt(uri: string, root: unknown): Resource {
  return { uri, root, anchors: new Map(), dynamicAnchors: new Map() }
}

function resolveFrom(from: Resource, ref: string, byUri: ReadonlyMap<string, Resource>): unknown {
  const [uri = '', fragment = ''] = absolute(ref, from.uri).split('#')
  const target = byUri.get(uri)
  return target && within(target, fragment)
}

function within(resource: Resource, fragment: string): unknown {
  const name = decodeFragment(fragment)
  if (name === '') return resource.root
  if (name.startsWith('/')) return atPointer(resource.root, name)
  return resource.anchors.get(name)
}

/** Whether an object of a document has a member that could be an ID or an anchor. Takes a fraction of the time of `index`. */
function mayHaveNames(document: unknown): boolean {
  const stack = [document]
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const members = value as Readonly<Record<string, unknown>>
    for (const name in members) {
      const member = members[name]
      if (typeof member === 'object') stack.push(member)
      const isAnchor = name === 'id' && typeof member === 'string' && member.startsWith('#')
      if (isAnchor || idNames.has(name)) return true
    }
  }
  return false
}

const idNames: ReadonlySet<string> = new Set([
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
])

interface Place {
  readonly value: unknown
  readonly isSchema: boolean
  readonly resource: Resource
}

/** Assigns each schema to its resource. Returns whether any schema has an ID or anchor. */
function index(
  document: unknown,
  found: {
    readonly whole: Resource
    readonly byUri: Map<string, Resource>
    readonly owners: WeakMap<object, Resource>
  },
): boolean {
  let isNamed = false
  const isSchema =
    !isRecord(document) || !['openrpc', 'components', 'methods'].some((name) => name in document)
  const stack: Place[] = [{ value: document, isSchema, resource: found.whole }]
  for (let place = stack.pop(); place; place = stack.pop()) {
    const { value } = place
    if (Array.isArray(value)) {
      for (const item of value.toReversed()) stack.push({ ...place, value: item })
      continue
    }
    if (!isRecord(value)) continue
    const resource = place.isSchema ? entered(value, place.resource, found.byUri) : place.resource
    isNamed ||=
      resource !== place.resource || resource.anchors.size > 0 || resource.dynamicAnchors.size > 0
    found.owners.set(value, resource)
    const inner = place.isSchema
      ? schemaParts(subschemas(value).map(({ schema }) => schema))
      : schemaMembers(value)
    for (const part of inner.toReversed()) stack.push({ ...part, resource })
  }
  return isNamed
}

/**
 * Returns the resource of a schema: a new resource if the schema has an `$id`, otherwise `outer`. Registers
 * the schema's anchors.
 */
function entered(schema: SchemaObject, outer: Resource, byUri: Map<string, Resource>): Resource {
  const { $id, id, $anchor, $dynamicAnchor, $recursiveAnchor } = schema
  let resource = outer
  if (typeof $id === 'string' && !$id.startsWith('#')) {
    const [uri = ''] = absolute($id, outer.uri).split('#')
    resource = resourceAt(uri, schema)
    if (!byUri.has(uri)) byUri.set(uri, resource)
  }
  const note = (name: unknown, anchors: Map<string, SchemaObject>): void => {
    if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, schema)
  }
  // Up to draft-07, an anchor was an `$id` (in draft 4 an `id`) that starts with #.
  for (const name of [$id, id]) {
    if (typeof name === 'string' && name.startsWith('#')) note(name.slice(1), resource.anchors)
  }
  note($anchor, resource.anchors)
  note($dynamicAnchor, resource.anchors)
  note($dynamicAnchor, resource.dynamicAnchors)
  if ($recursiveAnchor === true) note('', resource.dynamicAnchors)
  return resource
}

type Part = Omit<Place, 'resource'>

/** Returns the members of a document that may contain schemas. Examples are excluded. */
function schemaMembers(value: SchemaObject): readonly Part[] {
  return Object.entries(value).flatMap(([name, inner]): readonly Part[] => {
    if (['example', 'examples', 'value', 'default'].includes(name)) return []
    if (name === 'schemas' && isRecord(inner)) return schemaParts(Object.values(inner))
    return [{ value: inner, isSchema: name === 'schema' }]
  })
}

function schemaParts(values: readonly unknown[]): readonly Part[] {
  return values.map((value) => ({ value, isSchema: true }))
}
