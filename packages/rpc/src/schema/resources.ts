import { formatsOf } from '../document-formats.ts'
import type { Formats } from '../format.ts'
import { isRecord } from '../json-rpc.ts'
import { atPointer } from './pointer.ts'
import type { Resolve, SchemaObject } from './types.ts'

/** A schema with an `$id`, or a whole document: what references without an address are relative to. */
export interface Resource {
  readonly uri: string
  readonly root: unknown
  readonly anchors: Map<string, SchemaObject>
  /** Anchors that `$dynamicRef` may find from outside; `$recursiveAnchor` is the one without a name. */
  readonly dynamicAnchors: Map<string, SchemaObject>
}

/** Finds the schemas of one document by pointer, by address and by anchor. */
export interface Resources {
  /** Whether some schema names itself; without one, a reference means the same everywhere. */
  readonly isNamed: boolean
  /** Custom formats of the document. */
  readonly formats: Formats | undefined
  /** The resource that a schema stands in. */
  readonly of: (schema: unknown) => Resource
  /** What a reference of the schema `from` leads to. */
  readonly resolve: (ref: string, from?: unknown) => unknown
  /** The same for a dynamic one, found from the schemas that led here, outermost first. */
  readonly resolveDynamic: (ref: string, from: unknown, path: Iterable<unknown>) => unknown
}

const base = 'document:///'
const cache = new WeakMap<object, Resources>()

/** A resolver for `#`, `#/json/pointer`, `#anchor` and addresses inside one document. */
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

/** The resources of a document, looked for once. */
export function resourcesOf(document: unknown): Resources {
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
  const isNamed = index(document, { whole, byUri, owners })
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
    // Documents write pointers into themselves inside schemas with an `$id`, too.
    return found ?? inDocument(ref)
  }
  return {
    isNamed,
    formats: formatsOf(document),
    of,
    resolve,
    resolveDynamic(ref, from, path) {
      const found = resolve(ref, from)
      const name = ref.slice(ref.indexOf('#') + 1)
      // Only a reference to a dynamic anchor is a dynamic one.
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
  const name = decoded(fragment)
  if (name === '') return resource.root
  if (name.startsWith('/')) return atPointer(resource.root, name)
  return resource.anchors.get(name)
}

function absolute(ref: string, from: string): string {
  return URL.canParse(ref, from) ? new URL(ref, from).href : ref
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    // A lone % stands for itself: such a fragment can still name a member.
    return fragment
  }
}

interface Place {
  readonly value: unknown
  readonly isSchema: boolean
  readonly resource: Resource
}

/** Enters every schema with the resource that it stands in; says whether one of them has a name. */
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
    const inner = place.isSchema ? schemasIn(value) : partsOf(value)
    for (const part of inner.toReversed()) stack.push({ ...part, resource })
  }
  return isNamed
}

/** The resource inside a schema: its own where it has an address, with its anchors noted. */
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
  // Up to draft-07 an anchor was an `$id` (in draft 4 an `id`) that began with #.
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

/** In a document, schemas stand under these names; what is an example of a value holds none. */
function partsOf(value: SchemaObject): readonly Part[] {
  return Object.entries(value).flatMap(([name, inner]): readonly Part[] => {
    if (['example', 'examples', 'value', 'default'].includes(name)) return []
    if (name === 'schemas' && isRecord(inner)) return schemaParts(Object.values(inner))
    return [{ value: inner, isSchema: name === 'schema' }]
  })
}

/** What stands in a keyword that JSON Schema does not know is no schema, whatever it looks like. */
function schemasIn(schema: SchemaObject): readonly Part[] {
  return Object.entries(schema).flatMap(([name, value]) => {
    if (single.has(name)) return schemaParts(Array.isArray(value) ? value : [value])
    return byName.has(name) && isRecord(value) ? schemaParts(Object.values(value)) : []
  })
}

function schemaParts(values: readonly unknown[]): readonly Part[] {
  return values.map((value) => ({ value, isSchema: true }))
}

/** Keywords that hold a schema or a list of them. */
const single: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])

/** Keywords that hold schemas by name. */
const byName: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
])
