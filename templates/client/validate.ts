import type { Api, Group, Json, JsonObject } from 'rpcloom/model'
import {
  constantOf,
  docText,
  documentsText,
  functionOf,
  jsonLiteral,
  openScope,
  remembered,
  type SourceOutput,
} from 'rpcloom/emit'

const path = 'src/validate.ts'

/** The entry that checks results: none where no method has one. */
export function validateEntries(api: Api): readonly string[] {
  return api.groups.some(({ methods }) => methods.some(({ result }) => result)) ? ['validate'] : []
}

/** The schemas of all results, in a module of their own that costs nothing where it is not imported. */
export function validateModule(api: Api): readonly SourceOutput[] {
  if (validateEntries(api).length === 0) return []
  const scope = openScope(api, path, ['validate'], new Set())
  const transport = scope.use('@rpcloom/rpc/client', 'Transport', 'type')
  const type = scope.use('@rpcloom/rpc/validate', 'ResultSchemas', 'type')
  const constants = api.groups.map((group) => ({
    name: scope.declare(`${group.key.replace(/[^\p{ID_Continue}$]/gu, '')}Schemas`),
    value: schemasText(api, group),
  }))
  const list = constants.map(({ name }) => name).join(', ')
  return [
    {
      kind: 'typescript',
      path,
      from: documentsText(api.groups.map(({ file }) => file)),
      statements: [
        ...constants.map(({ name, value }) => constantOf({ name, type, value, exported: false })),
        functionOf({
          name: 'validate',
          doc: docText({
            summary:
              'Checks what a node answers against the documents: a result that does not fit ends its call with a `ProtocolError`.',
          }),
          arguments: [{ name: 'transport', type: transport }],
          returns: transport,
          body: [
            `return ${scope.use('@rpcloom/rpc/validate', 'validating', 'value')}(transport, [${list}])`,
          ],
        }),
      ],
      imports: scope.imports(),
    },
  ]
}

const schemasText = remembered((_: Api, group: Group) => jsonLiteral(schemasOf(group)))

function schemasOf({ bundle, methods }: Group): JsonObject {
  const own = methods.filter(({ result }) => result)
  const results = own.flatMap(({ wire, result }) =>
    result ? [[wire, withoutProse(schemaAt(bundle, wire, result.schema.json))] as const] : [],
  )
  const events = methods.flatMap(({ wire, subscription }) =>
    subscription === undefined
      ? []
      : [
          [
            wire,
            Object.fromEntries(
              eventSchemas(bundle, wire).map(([kind, schema]) => [kind, withoutProse(schema)]),
            ),
          ] as const,
        ],
  )
  return {
    document: documentOf(bundle),
    results: Object.fromEntries(results),
    ...(events.length > 0 && { events: Object.fromEntries(events) }),
  }
}

/** The schema as the bundle has it: its references lead into the bundle, those of the document elsewhere. */
function schemaAt(bundle: JsonObject, wire: string, own: Json): Json {
  const result = record(methodIn(bundle, wire)?.['result'])
  const target = typeof result['$ref'] === 'string' ? pointed(bundle, result['$ref']) : result
  return record(target)['schema'] ?? own
}

function eventSchemas(bundle: JsonObject, wire: string): readonly (readonly [string, Json])[] {
  const kinds = record(methodIn(bundle, wire)?.['x-subscription'])['kinds']
  return (Array.isArray(kinds) ? (kinds as readonly Json[]) : []).flatMap((kind) => {
    const { name, payload } = record(kind)
    return typeof name === 'string' && payload !== undefined ? [[name, payload] as const] : []
  })
}

const methodsOf = new WeakMap<JsonObject, ReadonlyMap<Json | undefined, JsonObject>>()

/** Looked up by name: with a search for each, a document of a hundred thousand methods takes minutes. */
function methodIn(bundle: JsonObject, wire: string): JsonObject | undefined {
  const { methods } = bundle
  const list = Array.isArray(methods) ? (methods as readonly Json[]) : []
  const known =
    methodsOf.get(bundle) ??
    new Map(list.toReversed().map((method) => [record(method)['name'], record(method)]))
  methodsOf.set(bundle, known)
  return known.get(wire)
}

function pointed(bundle: JsonObject, ref: string): Json | undefined {
  return ref
    .replace(/^#\/?/, '')
    .split('/')
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>(
      (at, token) =>
        Array.isArray(at) ? (at as readonly Json[])[Number(token)] : record(at)[token],
      bundle,
    )
}

/** What references may lead into: the schemas alone, or everything where one leads elsewhere. */
function documentOf(bundle: JsonObject): Json {
  const refs = [...JSON.stringify(bundle).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = '']) => ref)
  const usual =
    /^#\/components\/(schemas|contentDescriptors|errors|examplePairings|examples|links|tags)\//
  if (!refs.every((ref) => usual.test(ref))) return bundle
  return {
    components: { schemas: withoutProse(record(bundle['components'])['schemas'] ?? {}, true) },
  }
}

/** Keywords that say nothing of what fits. */
const prose = /^(title|description|examples?|default|deprecated|externalDocs|\$comment|x-.*)$/
/** Keywords whose members have names of the document's own choice. */
const maps = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'dependencies',
  'dependentSchemas',
])

function withoutProse(value: Json, isMap: boolean = false): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withoutProse(item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(record(value)).flatMap(([key, inner]) => {
    if (!isMap && prose.test(key)) return []
    const isData = !isMap && (key === 'const' || key === 'enum')
    return [[key, isData ? inner : withoutProse(inner, !isMap && maps.has(key))] as const]
  })
  return Object.fromEntries(kept)
}

function record(value: Json | undefined): JsonObject {
  return isRecord(value) ? value : {}
}

function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
