import { mergeDocuments } from '../document/merge.ts'
import { type PathValues, usualValues, valuesIn, variablesOf } from '../path-template.ts'
import type { Dialect } from './dialect.ts'
import { partOf, cachedText, type GroupTable, type TableName } from './registry.ts'
import type { Aliases, DispatcherOptions, Route, ServerGroup } from './types.ts'

/** A route with the methods of its group. */
export class ResolvedRoute implements Route {
  readonly table: GroupTable
  readonly at: PathValues | undefined

  constructor(table: GroupTable, at?: PathValues) {
    this.table = table
    this.at = at
  }

  get group(): ServerGroup {
    return this.table.group
  }
  get dialect(): Dialect {
    return this.table.dialect
  }
}

/** A path with variables. */
interface TemplateRoute {
  readonly template: string
  readonly table: GroupTable
}

interface PathTable {
  readonly exact: ReadonlyMap<string, ResolvedRoute>
  readonly templates: readonly TemplateRoute[]
}

/** Returns the group of a path; undefined if the group offers no methods over the transport. */
export type Router = (path: string, transport: TableName) => ResolvedRoute | undefined

export function buildRouter(groups: readonly GroupTable[], options: DispatcherOptions): Router {
  const tables = {
    http: pathTableOf(groups, 'http', options.aliases),
    ws: pathTableOf(groups, 'ws', options.aliases),
    memory: pathTableOf(groups, 'memory', options.aliases),
  }
  const resolve = options.resolveAt ?? ((at: PathValues) => at)
  return (path, transport) => {
    const { exact, templates } = tables[transport]
    return exact.get(path) ?? byTemplate(templates, path, resolve)
  }
}

function pathTableOf(
  groups: readonly GroupTable[],
  transport: TableName,
  aliases?: Aliases,
): PathTable {
  const exact = new Map<string, ResolvedRoute>()
  const templates: TemplateRoute[] = []
  for (const table of groups) {
    if (!table.offered.has(transport)) continue
    for (const path of withAliases(pathsOf(table.group, transport), aliases)) {
      if (variablesOf(path).length === 0) {
        const first = exact.get(path)
        exact.set(path, new ResolvedRoute(first ? mergedTable(first.table, table) : table))
        continue
      }
      const index = templates.findIndex(
        (one) => one.template === path && one.table.group.path === table.group.path,
      )
      const first = templates[index]
      if (first === undefined) templates.push({ template: path, table })
      else templates[index] = { template: path, table: mergedTable(first.table, table) }
    }
  }
  return { exact, templates }
}

/**
 * Merges two groups with the same path. Requests to the path are assigned to the first group. If both groups
 * have a method with the same name, the method of the first group is used.
 */
function mergedTable(first: GroupTable, second: GroupTable): GroupTable {
  const { http, ws, memory, rest } = second
  const document: GroupTable['document'] = async (transport) =>
    second.isRoot
      ? second.document(transport)
      : mergeDocuments(await Promise.all([first, second].map((table) => partOf(table, transport))))
  return {
    ...first,
    http: new Map([...http, ...first.http]),
    ws: new Map([...ws, ...first.ws]),
    memory: new Map([...memory, ...first.memory]),
    rest: new Map([...rest, ...first.rest]),
    document,
    discover: cachedText(document),
  }
}

function pathsOf(group: ServerGroup, transport: TableName): string[] {
  const { transports, path, paths: others = [], at, wsPath, wsAt } = group
  const http = transports.includes('http') ? [path, at, ...others] : []
  const ws = transports.includes('ws') ? [wsPath ?? path, wsAt ?? at] : []
  const paths = transport === 'memory' ? [...http, ...ws] : transport === 'ws' ? ws : http
  return paths.filter((one) => one !== undefined)
}

function withAliases(paths: readonly string[], aliases?: Aliases): string[] {
  const others = Object.entries(aliases?.paths ?? {}).filter(([, target]) => paths.includes(target))
  return [...paths, ...others.map(([alias]) => alias)]
}

function byTemplate(
  templates: readonly TemplateRoute[],
  path: string,
  resolve: NonNullable<DispatcherOptions['resolveAt']>,
): ResolvedRoute | undefined {
  for (const { template, table } of templates) {
    const values = valuesIn(template, path)
    const at = values && resolve(values, usualValues(table.group))
    if (at) return new ResolvedRoute(table, at)
  }
  return undefined
}
