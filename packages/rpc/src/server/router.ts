import type { GroupEntry, TransportName } from './registry.ts'
import type { Aliases, DispatcherOptions, Route, ServerGroup } from './types.ts'

/** Where a path leads. */
export interface Target extends Route {
  readonly entry: GroupEntry
}

/** The target that a group is. */
export function targetOf(entry: GroupEntry, chain: string | undefined = entry.group.chain): Target {
  const { group, conduct } = entry
  return { entry, group, chain, conduct }
}

interface ChainPath {
  readonly prefix: string
  readonly suffix: string
  readonly entry: GroupEntry
}

/** Paths of one transport. */
interface Table {
  readonly exact: ReadonlyMap<string, Target>
  readonly chains: readonly ChainPath[]
  /** Of the exact paths the one that was asked for last: callers repeat theirs with every request. */
  last: { readonly path: string; readonly target: Target } | undefined
}

export type Router = (path: string, transport: TransportName) => Target | undefined

/** Finds the group of a path; a group that offers nothing over a transport has no path there. */
export function buildRouter(groups: readonly GroupEntry[], options: DispatcherOptions): Router {
  const tables = {
    http: tableOf(groups, 'http', options.aliases),
    ws: tableOf(groups, 'ws', options.aliases),
    memory: tableOf(groups, 'memory', options.aliases),
  }
  const resolve = options.resolveChain ?? ((chain: string) => chain)
  return (path, transport) => {
    const table = tables[transport]
    const { last } = table
    if (last?.path === path) return last.target
    const target = table.exact.get(path)
    if (!target) return byChain(table.chains, path, resolve)
    table.last = { path, target }
    return target
  }
}

function tableOf(
  groups: readonly GroupEntry[],
  transport: TransportName,
  aliases?: Aliases,
): Table {
  const exact = new Map<string, Target>()
  const chains: ChainPath[] = []
  for (const entry of groups) {
    if (!entry.offered.has(transport)) continue
    for (const path of withAliases(pathsOf(entry.group, transport), aliases)) {
      if (!path.includes('{chain}')) {
        const first = exact.get(path)
        exact.set(path, first ? joined(first, entry) : targetOf(entry))
        continue
      }
      const [prefix = '', suffix = ''] = path.split('{chain}')
      chains.push({ prefix, suffix, entry })
    }
  }
  return { exact, chains, last: undefined }
}

/** Two groups of one path answer together; where both have a method, the first one answers. */
function joined(first: Target, { http, ws, memory, rest }: GroupEntry): Target {
  const entry = {
    ...first.entry,
    http: new Map([...http, ...first.entry.http]),
    ws: new Map([...ws, ...first.entry.ws]),
    memory: new Map([...memory, ...first.entry.memory]),
    rest: new Map([...rest, ...first.entry.rest]),
  }
  return { ...first, entry }
}

function pathsOf(group: ServerGroup, transport: TransportName): string[] {
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
): Target | undefined {
  for (const { prefix, suffix, entry } of chains) {
    if (!path.startsWith(prefix) || !path.endsWith(suffix)) continue
    const segment = path.slice(prefix.length, path.length - suffix.length)
    if (segment === '' || segment.includes('/')) continue
    const chain = resolve(decoded(segment))
    const own = entry.group.chain
    if (chain !== undefined && (own === undefined || own === chain)) return targetOf(entry, chain)
  }
  return undefined
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // No chain has a lone % in its name, so this finds none.
    return segment
  }
}
