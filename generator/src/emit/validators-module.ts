import type { Api, Group, Json, JsonObject, Method } from '../model/types.ts'
import { quoteString } from './quote.ts'
import { openScope } from './scope.ts'
import type { SourceOutput } from './target.ts'
import type { Compiler } from './validator/compiler.ts'
import {
  asSchema,
  isObject,
  own,
  resolvePointer,
  type SchemaJson,
} from './validator/schema-json.ts'
import { testOf } from './validator/test.ts'

/** The validators of a group's params: a module, and the name of each method's function. */
export interface ValidatorsModule {
  readonly file: SourceOutput
  /** By index of the method; absent where every params object is valid. */
  readonly names: ReadonlyMap<number, string>
}

/** Path of the module of a group's validators. */
export function validatorsPath(group: Group): string {
  return `src/validators/${group.slug}.ts`
}

/** Compiles what the group's document says of params. References are looked up in the bundle. */
export function validatorsModule(api: Api, group: Group): ValidatorsModule {
  const path = validatorsPath(group)
  const scope = openScope(
    api,
    path,
    group.methods.map(({ standalone }) => standalone),
  )
  const compiler: Compiler = {
    document: group.bundle,
    scope,
    test: (schema, variable) => remembered(compiler, schema, variable),
    tests: new WeakMap(),
    known: new Map(),
    constants: [],
    functions: [],
    following: new Set(),
  }
  const methods = methodsOf(group.bundle)
  const exports = group.methods.flatMap((method, index) => {
    const body = paramsBody(compiler, method, methods.get(method.wire))
    return body.length === 0 ? [] : [{ index, text: exportText(method, body) }]
  })
  const parts = [...compiler.constants, ...compiler.functions, ...exports.map(({ text }) => text)]
  return {
    file: {
      kind: 'typescript',
      path,
      from: group.file,
      imports: scope.imports(),
      statements: parts.length === 0 ? ['export {}'] : parts,
    },
    names: new Map(
      exports.map(({ index }) => [index, group.methods[index]?.standalone ?? ''] as const),
    ),
  }
}

/** A schema that many others combine is compiled once. */
function remembered(compiler: Compiler, schema: SchemaJson, variable: string): string {
  if (typeof schema === 'boolean') return String(schema)
  const known = compiler.tests.get(schema) ?? new Map<string, string>()
  compiler.tests.set(schema, known)
  const test = known.get(variable) ?? testOf(compiler, schema, variable)
  known.set(variable, test)
  return test
}

function exportText(method: Method, body: readonly string[]): string {
  return [
    `export function ${method.standalone}(params: Record<string, unknown>): boolean {`,
    ...body.map((line) => `  ${line}`),
    '  return true',
    '}',
  ].join('\n')
}

/** Statements that return false for params that do not fit; members that are no params pass. */
function paramsBody(
  compiler: Compiler,
  method: Method,
  declared: JsonObject | undefined,
): readonly string[] {
  const schemas = paramSchemas(compiler.document, declared)
  return method.params.flatMap((param, index) => {
    const variable = `param${index}`
    const test = compiler.test(asSchema(schemas.get(param.name)), variable)
    const key = quoteString(param.name)
    const lines =
      test === 'true' ? [] : [`const ${variable} = params[${key}]`, `if (!(${test})) return false`]
    if (param.required) return [`if (!Object.hasOwn(params, ${key})) return false`, ...lines]
    if (lines.length === 0) return []
    return [`if (Object.hasOwn(params, ${key})) {`, ...lines.map((line) => `  ${line}`), '}']
  })
}

function methodsOf(bundle: JsonObject): ReadonlyMap<string, JsonObject> {
  const methods = own(bundle, 'methods')
  const pairs = (Array.isArray(methods) ? methods : []).flatMap((entry) => {
    const method = followed(bundle, entry)
    const name = method === undefined ? undefined : own(method, 'name')
    return method === undefined || typeof name !== 'string' ? [] : [[name, method] as const]
  })
  return new Map(pairs)
}

function paramSchemas(
  bundle: JsonObject,
  method: JsonObject | undefined,
): ReadonlyMap<string, Json> {
  const params = method === undefined ? [] : own(method, 'params')
  const pairs = (Array.isArray(params) ? params : []).flatMap((entry) => {
    const param = followed(bundle, entry)
    const name = param === undefined ? undefined : own(param, 'name')
    const schema = param === undefined ? undefined : own(param, 'schema')
    return typeof name !== 'string' || schema === undefined ? [] : [[name, schema] as const]
  })
  return new Map(pairs)
}

/** A component of the document behind references; undefined where they lead nowhere or in a circle. */
function followed(bundle: JsonObject, entry: Json): JsonObject | undefined {
  let at: Json | undefined = entry
  for (let steps = 0; steps < 32 && isObject(at); steps++) {
    const ref = own(at, '$ref')
    if (typeof ref !== 'string') return at
    at = resolvePointer(bundle, ref)
  }
  return undefined
}
