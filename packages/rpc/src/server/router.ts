import { mergeDocuments } from '../document/merge.ts'
import type { Dialect } from './dialect.ts'
import { partOf, cachedText, type GroupTable, type TableName } from './registry.ts'
import type { Aliases, DispatcherOptions, Route, ServerGroup } from './types.ts'

/** A route with the methods of its group. */
export class ResolvedRoute implements Route {
  readonly table: GroupTable
  readonly chain: string | undefined

  constructor(table: GroupTable, chain: string | undefined = table.group.chain) {
    this.table = table
    this.chain = chain
  }

  get group(): ServerGroup {
    return this.table.group
  }
  get dialect(): Dialect {
    return this.table.dialect
  }
}

interface ChainPath {
  readonly prefix: string
  readonly suffix: string
  readonly table: GroupTable
}

interface PathTable {
  readonly exact: ReadonlyMap<string, ResolvedRoute>
  readonly chains: readonly ChainPath[]
}

/** Returns the group of a path; undefined if the group offers no methods over the transport. */
export type Router = (path: string, transport: TableName) => ResolvedRoute | undefined

export function buildRouter(groups: readonly GroupTable[], options: DispatcherOptions): Router {
  const tables = {
    http: pathTableOf(groups, 'http', options.aliases),
    ws: pathTableOf(groups, 'ws', options.aliases),
    memory: pathTableOf(groups, 'memory', options.aliases),
  }
  const resolve = options.resolveChain ?? ((chain: string) => chain)
  return (path, transport) => {
    const { exact, chains } = tables[transport]
    return exact.get(path) ?? byChain(chains, path, resolve)
  }
}

function pathTableOf(
  groups: readonly GroupTable[],
  transport: TableName,
  aliases?: Aliases,
): PathTable {
  const exact = new Map<string, ResolvedRoute>()
  const chains: ChainPath[] = []
  for (const table of groups) {
    if (!table.offered.has(transport)) continue
    for (const path of withAliases(pathsOf(table.group, transport), aliases)) {
      if (!path.includes('{chain}')) {
        const first = exact.get(path)
        exact.set(path, new ResolvedRoute(first ? mergedTable(first.table, table) : table))
        continue
      }
      const [prefix = '', suffix = ''] = path.split('{chain}')
      const at = chains.findIndex(
        (one) =>
          one.prefix === prefix &&
          one.suffix === suffix &&
          one.table.group.chain === table.group.chain,
      )
      const first = chains[at]
      if (first === undefined) chains.push({ prefix, suffix, table })
      else chains[at] = { prefix, suffix, table: mergedTable(first.table, table) }
    }
  }
  return { exact, chains }
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
  const { transports, path, paths: others = [], chainPath, wsPath, chainWsPath } = group
  const http = transports.includes('http') ? [path, chainPath, ...others] : []
  const ws = transports.includes('ws') ? [wsPath ?? path, chainWsPath ?? chainPath] : []
  const paths = transport === 'memory' ? [...http, ...ws] : transport === 'ws' ? ws : http
  return paths.filter((one) => one !== undefined)
}

function withAliases(paths: readonly string[], aliases?: Aliases): string[] {
  const others = Object.entries(aliases?.paths ?? {}).filter(([, target]) => paths.includes(target))
  return [...paths, ...others.map(([alias]) => alias)]
}

function byChain(
  chains: readonly ChainPath[],
  path: string,
  resolve: (chain: string) => string | undefined,
): ResolvedRoute | undefined {
  for (const { prefix, suffix, table } of chains) {
    if (!path.startsWith(prefix) || !path.endsWith(suffix)) continue
    const segment = path.slice(prefix.length, path.length - suffix.length)
    if (segment === '' || segment.includes('/')) continue
    const chain = resolve(decoded(segment))
    const own = table.group.chain
    if (chain !== undefined && (own === undefined || own === chain))
      return new ResolvedRoute(table, chain)
  }
  return undefined
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // If the percent-encoding is invalid, `resolveChain` gets the segment as sent.
    return segment
  }
}
