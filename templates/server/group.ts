import type { Api, Group } from 'rpcloom/model'
import {
  constantOf,
  docText,
  openScope,
  remembered,
  quoteString,
  shapeWriter,
  type SourceOutput,
  type TargetOptions,
  type ValidatorsModule,
} from 'rpcloom/emit'
import { codegen, exportsOf, type GroupContext, runtime, typesPackage } from './context.ts'
import { availabilityText, settingText } from './facts.ts'
import { errorStatements } from './errors.ts'
import { handlerInterfaces, handlerNames } from './handlers.ts'
import { methodText } from './method.ts'

/** The module of one group: handler interfaces, error constructors and the table for the dispatcher. */
export const groupModule: typeof makeModule = remembered(makeModule)

function makeModule(
  api: Api,
  group: Group,
  validators: ValidatorsModule,
  options: TargetOptions,
): SourceOutput {
  const path = `src/${group.slug}.ts`
  const { table, errors } = exportsOf(group)
  const types = typesPackage(api, options)
  const own = [table, errors, ...handlerNames(group)]
  const scope = openScope(api, path, own, { from: `${types}/${group.slug}` })
  const shapes = shapeWriter(api, scope, codegen)
  const context = { api, group, path, scope, shape: shapes.shape, validators, types }
  const statements = [
    `export type * from ${quoteString(`${types}/${group.slug}`)}`,
    ...handlerInterfaces(context),
    ...errorStatements(context, errors),
    ...shapes.settled([tableConstant(context, table)]),
  ]
  return { kind: 'typescript', path, from: group.file, imports: scope.imports(), statements }
}

function tableConstant(context: GroupContext, name: string): SourceOutput['statements'][number] {
  const { group, scope } = context
  const { route } = group
  const document = quoteString(`${context.types}/documents/${group.slug}`)
  const batch = [
    `allowed: ${route.batch.allowed}`,
    ...(route.batch.maxPublic === undefined ? [] : [`maxPublic: ${route.batch.maxPublic}`]),
  ]
  const optional = (key: string, value: string | undefined): readonly string[] =>
    value === undefined ? [] : [`  ${key}: ${quoteString(value)},`]
  const lines = [
    `  key: ${quoteString(group.key)},`,
    `  slug: ${quoteString(group.slug)},`,
    `  path: ${quoteString(route.path)},`,
    ...otherPaths(group),
    ...optional('chainPath', route.chainPath),
    ...optional('chain', route.chain),
    ...optional('wsPath', route.wsPath),
    ...optional('chainWsPath', route.chainWsPath),
    `  transports: [${route.transports.map(quoteString).join(', ')}],`,
    `  batch: { ${batch.join(', ')} },`,
    `  availability: ${availabilityText(group.availability)},`,
    ...(group.enabledBy === undefined ? [] : [`  enabledBy: ${settingText(group.enabledBy)},`]),
    '  methods: [',
    ...group.methods.map((method, index) => `    ${methodText(context, method, index)},`),
    '  ],',
    '  rest: [',
    ...restTexts(group).map((text) => `    ${text},`),
    '  ],',
    `  document: async () => (await import(${document})).document(),`,
  ]
  return constantOf({
    name,
    type: scope.use(runtime, 'ServerGroup', 'type'),
    value: `{\n${lines.join('\n')}\n}`,
    doc: docText({ summary: `What the dispatcher must know of ${group.title}.` }),
  })
}

/** Paths of the servers that single methods have of their own. */
function otherPaths({ methods }: Group): readonly string[] {
  const paths = new Set(methods.flatMap(({ path }) => path ?? []))
  return paths.size === 0 ? [] : [`  paths: [${[...paths].map(quoteString).join(', ')}],`]
}

function restTexts({ methods }: Group): readonly string[] {
  return methods.flatMap((method) =>
    method.rest.map(({ paths, query, status }) => {
      const queries = query.map(
        ({ name, param, repeated }) =>
          `{ name: ${quoteString(name)}, param: ${quoteString(param)}, repeated: ${repeated} }`,
      )
      const members = [
        `method: ${quoteString(method.wire)}`,
        `paths: [${paths.map(quoteString).join(', ')}]`,
        `query: [${queries.join(', ')}]`,
        `status: { member: ${quoteString(status.member)}, ok: ${status.ok}, fail: ${status.fail} }`,
      ]
      return `{ ${members.join(', ')} }`
    }),
  )
}
