import { type Api, type Group, isPartlyPublic } from 'rpcloom/model'
import {
  constantOf,
  docText,
  handlerNames,
  openScope,
  printExpression,
  quoteString,
  type SourceOutput,
  type TargetOptions,
  typesPackage,
} from 'rpcloom/codegen'
import { contextOf, exportsOf, type GroupContext, runtime } from './context.ts'
import { availabilityOf, settingOf } from './availability.ts'
import { errorStatements } from './errors.ts'
import { handlerInterfaces } from './handlers.ts'
import { methodsOf } from './method.ts'

/** Prints the module of a group: handler interfaces, error factories and the table for the dispatcher. */
export function groupModule(api: Api, group: Group, options: TargetOptions): SourceOutput {
  const path = `src/${group.slug}.ts`
  const { table, errors } = exportsOf(group)
  const types = typesPackage(api, options)
  const own = [table, errors, 'descriptors', ...handlerNames(group)]
  const scope = openScope(api, path, own, { from: `${types}/${group.slug}` })
  const context = { api, group, scope, types, ctx: contextOf(api, types) }
  const statements = [
    [
      `import * as descriptors from ${quoteString(`${types}/methods/${group.slug}`)}`,
      `export type * from ${quoteString(`${types}/${group.slug}`)}`,
    ].join('\n'),
    ...handlerInterfaces(context),
    ...errorStatements(context, errors),
    tableConstant(context, table),
  ]
  return scope.module(statements, [group.file])
}

function tableConstant(context: GroupContext, name: string): SourceOutput['statements'][number] {
  const { group, scope } = context
  const documents = `${context.types}/documents`
  const loading = (path: string): string =>
    `async () => (await import(${quoteString(`${documents}/${path}`)})).document()`
  const lines = [
    '  ...descriptors.group,',
    `  slug: ${quoteString(group.slug)},`,
    ...otherPaths(group),
    `  availability: ${printExpression(availabilityOf(group.availability))},`,
    ...(group.enabledBy === undefined
      ? []
      : [`  enabledBy: ${printExpression(settingOf(group.enabledBy))},`]),
    `  methods: ${printExpression(methodsOf(context))},`,
    `  document: ${loading(group.slug)},`,
    ...(isPartlyPublic(group) ? [`  publicDocument: ${loading(`public/${group.slug}`)},`] : []),
  ]
  return constantOf({
    name,
    type: scope.use(runtime, 'ServerGroup', 'type'),
    value: `{\n${lines.join('\n')}\n}`,
    doc: docText({ summary: `The methods of ${group.title}, for the dispatcher.` }),
  })
}

/** Prints the paths of methods that declare their own servers. */
function otherPaths({ methods }: Group): readonly string[] {
  const paths = new Set(methods.flatMap(({ path }) => path ?? []))
  return paths.size === 0 ? [] : [`  paths: [${[...paths].map(quoteString).join(', ')}],`]
}
