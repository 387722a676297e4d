import { sample } from '@rpcloom/mock'
import { mergeDocuments, type OpenRpcMethod, readDocument } from '@rpcloom/rpc/internal'
import type { Resolve } from '@rpcloom/schema'
import { withPublicServers } from '../codegen/public-servers.ts'
import { isObject, listOf } from '../json/members.ts'
import type { Json, JsonObject } from '../json/types.ts'
import type { Api, ExamplePairing, Group, Method } from '../model/types.ts'

/** What an export describes. */
export interface ExportInput {
  readonly title: string
  readonly version: string
  readonly groups: readonly Group[]
  /** Methods that the server implements. */
  readonly calls: readonly Call[]
  /** Notifications that the client implements. */
  readonly sent: readonly Call[]
  /** Resolves references in the schemas of all calls. */
  readonly resolve: Resolve
}

export interface Call {
  readonly group: Group
  readonly method: Method
  /** The method as in the document, with its schemas. */
  readonly declared: OpenRpcMethod
  /** Examples of the document, or one that is generated from the schemas. */
  readonly examples: readonly ExamplePairing[]
}

/** Reads the documents as one, so that names of schemas are unique. */
export function exportInput(api: Pick<Api, 'groups'>, title: string | undefined): ExportInput {
  const groups = withPublicServers(api.groups)
  const document = mergeDocuments(
    groups.map((group, index) => ({
      key: group.key,
      document: withUniqueMethods(group.bundle, index),
      located: (method: JsonObject) => method,
    })),
  )
  const { resolve, methods } = readDocument(document)
  const clientMethods = readDocument(document, 'client').methods
  const callsOf = (
    some: (group: Group) => readonly Method[],
    declared: ReadonlyMap<string, OpenRpcMethod>,
  ): readonly Call[] =>
    groups.flatMap((group, index) =>
      some(group).flatMap((method): readonly Call[] => {
        const found = declared.get(uniqueName(index, method.name))
        if (found === undefined) return []
        const { examples } = method
        const shown = examples.length > 0 ? examples : [generatedExample(method, found, resolve)]
        return [{ group, method, declared: found, examples: shown }]
      }),
    )
  const versions = new Set(groups.map(({ version }) => version))
  const [first] = groups
  return {
    title: title ?? groups.map((group) => group.title).join(', '),
    version: versions.size === 1 ? (first?.version ?? '') : '0.0.0',
    groups,
    calls: callsOf((group) => group.methods, methods),
    sent: callsOf(
      ({ clientMethods: some }) => some.filter(({ result }) => result === undefined),
      clientMethods,
    ),
    resolve,
  }
}

/** Methods of several documents can have the same name, and merged documents keep only the first. */
function withUniqueMethods(document: JsonObject, index: number): JsonObject {
  const methods = listOf(document, 'methods').map((method) =>
    isObject(method) && typeof method['name'] === 'string'
      ? { ...method, name: uniqueName(index, method['name']) }
      : method,
  )
  return { ...document, methods }
}

function uniqueName(index: number, name: string): string {
  return `${index} ${name}`
}

/** Maximum number of values in a generated example. */
const budget = 2000

function generatedExample(
  { name, place, params, result }: Method,
  declared: OpenRpcMethod,
  resolve: Resolve,
): ExamplePairing {
  const make = (schema: unknown, seed: string): Json =>
    sample(schema, { seed, resolve, budget }) as Json
  const last = params.findLastIndex(({ required }) => required)
  const given = declared.params
    .slice(0, last + 1)
    .map((param) => [param.name, make(param.schema, param.name)] as const)
  return {
    name: 'Generated from the schemas',
    place,
    params: Object.fromEntries(given),
    positional: given.map(([, value]) => value),
    ...(result !== undefined &&
      declared.result !== undefined && { result: { value: make(declared.result.schema, name) } }),
  }
}
