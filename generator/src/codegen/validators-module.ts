import {
  type OpenRpcMethod,
  type OpenRpcParam,
  readDocument,
  resourcesOf,
} from '@rpcloom/rpc/internal'
import type { Api, Group, Method, Subscription } from '../model/types.ts'
import { propertyKey } from './quote.ts'
import { openScope } from './scope.ts'
import type { SourceOutput } from './target.ts'
import {
  callback,
  type Compiler,
  inside,
  keyOf,
  makeDeferred,
  runtime,
  validatorRuntime,
} from './validator/compiler.ts'
import { isSchema, type SchemaJson } from './validator/schema-json.ts'
import { testOf } from './validator/test.ts'

/** The module with the validators of a group's params, and the names of the exported constants. */
export interface ValidatorsModule {
  readonly file: SourceOutput
  /** Names of the validators by method index. Undefined for a method that accepts every params object. */
  readonly names: ReadonlyMap<number, string>
  /**
   * Names of the validators by topic. A topic's validator does not check the first param, which is the topic.
   */
  readonly topics: ReadonlyMap<Topic, string>
}

type Topic = Subscription['topics'][number]

export function validatorsPath(group: Group): string {
  return `src/validators/${group.slug}.ts`
}

/**
 * Compiles the params schemas of a group's document. References are resolved in the group's bundle. `types` is
 * the name of the types package.
 */
export function validatorsModule(
  api: Api,
  group: Group,
  types: string = `${api.scope}/types`,
): ValidatorsModule {
  const path = validatorsPath(group)
  const scope = openScope(
    api,
    path,
    group.methods.map(({ standalone }) => standalone),
    { from: `${types}/${group.slug}` },
  )
  const compiler: Compiler = {
    resources: resourcesOf(group.bundle),
    scope,
    test: (schema) => testedOnce(compiler, schema),
    tests: new WeakMap(),
    known: new Map(),
    counts: new Map(),
    recursive: new Set(),
    declarations: [],
    following: new Set(),
    path: [],
    numbers: new Map(),
    depth: 0,
    deferred: [],
  }
  const { methods } = readDocument(group.bundle)
  const exports = group.methods.flatMap((method, index) => {
    const check = paramsCheck(compiler, method, methods.get(method.name)?.params)
    return check === undefined
      ? []
      : [{ index, text: exportText(compiler, method.standalone, check) }]
  })
  const topics = group.methods.flatMap((method) =>
    topicExports(compiler, method, methods.get(method.name)),
  )
  makeDeferred(compiler)
  const roots = [...exports, ...topics].map(({ text }) => text)
  const parts = [...usedDeclarations(compiler, roots), ...roots]
  return {
    file: {
      kind: 'typescript',
      path,
      from: group.file,
      imports: scope
        .imports()
        .filter((item) => parts.some((part) => mentions(part, item.as ?? item.name))),
      statements: parts.length === 0 ? ['export {}'] : parts,
    },
    names: new Map(
      exports.map(({ index }) => [index, group.methods[index]?.standalone ?? ''] as const),
    ),
    topics: new Map(topics.map(({ topic, name }) => [topic, name] as const)),
  }
}

/** Returns the declarations of used constants, followed by those of used functions. */
function usedDeclarations(compiler: Compiler, roots: readonly string[]): readonly string[] {
  const byName = new Map(
    compiler.declarations.map((declaration) => [declaration.name, declaration]),
  )
  const used = new Set<string>()
  const queue = [...roots]
  for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
    for (const [word] of text.matchAll(/[\w$]+/g)) {
      const declaration = byName.get(word)
      if (declaration === undefined || used.has(word)) continue
      used.add(word)
      queue.push(declaration.text)
    }
  }
  const kept = compiler.declarations.filter(({ name }) => used.has(name))
  const ofKind = (wanted: string): readonly string[] =>
    kept.filter(({ kind }) => kind === wanted).map(({ text }) => text)
  return [...ofKind('constant'), ...ofKind('function')]
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replace(/\$/g, '\\$')}(?![\\w$])`).test(text)
}

/** Returns the test of a schema. Each schema is compiled only once, because many schemas may refer to it. */
function testedOnce(compiler: Compiler, schema: SchemaJson): string {
  if (typeof schema === 'boolean') return String(schema)
  const known = compiler.tests.get(schema) ?? new Map<string, string>()
  compiler.tests.set(schema, known)
  return inside(compiler, schema, () => {
    const key = compiler.path.length === 0 ? '' : keyOf(compiler, schema)
    const test = known.get(key) ?? testOf(compiler, schema)
    known.set(key, test)
    return test
  })
}

interface TopicExport {
  readonly topic: Topic
  readonly name: string
  readonly text: string
}

/** Returns a validator for each topic with params that can be invalid. */
function topicExports(
  compiler: Compiler,
  { standalone, subscription }: Method,
  written: OpenRpcMethod | undefined,
): readonly TopicExport[] {
  return (subscription?.topics ?? []).flatMap((topic) => {
    const found = written?.subscription?.topics.find(({ name }) => name === topic.name)
    const check = paramsCheck(compiler, topic, found?.params)
    if (check === undefined) return []
    const name = compiler.scope.declare(`${standalone}_${topic.identifier}`)
    return [{ topic, name, text: exportText(compiler, name, check) }]
  })
}

function exportText({ scope }: Compiler, name: string, check: string): string {
  const type = scope.use(validatorRuntime, 'ParamsCheck', 'type')
  return `export const ${name}: ${type} = ${check}`
}

/**
 * Returns a check of params: `paramsCheck({ blockID: isId }, { encoding: isEncoding })`. An optional param
 * that accepts every value is omitted.
 */
function paramsCheck(
  compiler: Compiler,
  method: Pick<Method, 'params'>,
  written: readonly OpenRpcParam[] = [],
): string | undefined {
  const schemas = new Map(written.map(({ name, schema }) => [name, schema]))
  const checks = (isRequired: boolean): readonly string[] =>
    method.params.flatMap(({ name, required }) => {
      if (required !== isRequired) return []
      const schema = schemas.get(name)
      const test = compiler.test(isSchema(schema) ? schema : true)
      if (test === 'true' && !isRequired) return []
      return [`${propertyKey(name)}: ${callback(compiler, test)}`]
    })
  const required = checks(true)
  const optional = checks(false)
  if (required.length + optional.length === 0) return undefined
  const tables = optional.length === 0 ? [required] : [required, optional]
  const text = tables.map((table) => (table.length === 0 ? '{}' : `{ ${table.join(', ')} }`))
  return `${runtime(compiler, 'paramsCheck')}(${text.join(', ')})`
}
