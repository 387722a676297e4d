import { mergeDocuments } from '../document/merge.ts'
import type { Dialect } from './dialect.ts'
import { partOf, textsOf, type GroupEntry, type TransportName } from './registry.ts'
import type { Aliases, DispatcherOptions, Route, ServerGroup } from './types.ts'

/** A route with the methods of its group. */
export class Target implements Route {
  readonly entry: GroupEntry
  readonly chain: string | undefined

  constructor(entry: GroupEntry, chain: string | undefined = entry.group.chain) {
    this.entry = entry
    this.chain = chain
  }

  get group(): ServerGroup {
    return this.entry.group
  }
  get dialect(): Dialect {
    return this.entry.dialect
  }
}

interface ChainPath {
  readonly prefix: string
  readonly suffix: string
  readonly entry: GroupEntry
}

interface Table {
  readonly exact: ReadonlyMap<string, Target>
  readonly chains: readonly ChainPath[]
}

/** Returns the group of a path; undefined if the group offers no methods over the transport. */
export type Router = (path: string, transport: TransportName) => Target | undefined

export function buildRouter(groups: readonly GroupEntry[], options: DispatcherOptions): Router {
  const tables = {
    http: tableOf(groups, 'http', options.aliases),
    ws: tableOf(groups, 'ws', options.aliases),
    memory: tableOf(groups, 'memory', options.aliases),
  }
  const resolve = options.resolveChain ?? ((chain: string) => chain)
  return (path, transport) => {
    const { exact, chains } = tables[transport]
    return exact.get(path) ?? byChain(chains, path, resolve)
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
        exact.set(path, new Target(first ? joined(first.entry, entry) : entry))
        continue
      }
      const [prefix = '', suffix = ''] = path.split('{chain}')
      const at = chains.findIndex(
        (one) =>
          one.prefix === prefix &&
          one.suffix === suffix &&
          one.entry.group.chain === entry.group.chain,
      )
      const first = chains[at]
      if (first === undefined) chains.push({ prefix, suffix, entry })
      else chains[at] = { prefix, suffix, entry: joined(first.entry, entry) }
    }
  }
  return { exact, chains }
}

/** Merges two groups with the same path. Methods that both have are handled by the first one. */
function joined(first: GroupEntry, second: GroupEntry): GroupEntry {
  const { http, ws, memory, rest } = second
  const document: GroupEntry['document'] = async (transport) =>
    mergeDocuments(await Promise.all([first, second].map((entry) => partOf(entry, transport))))
  return {
    ...first,
    http: new Map([...http, ...first.http]),
    ws: new Map([...ws, ...first.ws]),
    memory: new Map([...memory, ...first.memory]),
    rest: new Map([...rest, ...first.rest]),
    document,
    discover: textsOf(document),
  }
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
    if (chain !== undefined && (own === undefined || own === chain)) return new Target(entry, chain)
  }
  return undefined
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // The percent-encoding is invalid. `resolveChain` gets the segment as sent.
    return segment
  }
}
