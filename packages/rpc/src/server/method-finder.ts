import type { Entry, GroupEntry, TransportName } from './registry.ts'
import type { Target } from './router.ts'
import type { Aliases } from './types.ts'

export type MethodFinder = (
  wire: string,
  target: Target | undefined,
  transport: TransportName,
) => Entry | undefined

/** Finds methods in the group of a path, or in any group where a call came without a path. */
export function methodFinder(groups: readonly GroupEntry[], aliases?: Aliases): MethodFinder {
  return remembering(inGroups(groups, aliases))
}

/** Callers repeat the method of the call before, those of a batch above all. */
function remembering(find: MethodFinder): MethodFinder {
  let last: { wire: string; target: Target; transport: TransportName; entry: Entry } | undefined
  return (wire, target, transport) => {
    if (last?.wire === wire && last.target === target && last.transport === transport)
      return last.entry
    const entry = find(wire, target, transport)
    if (entry && target) last = { wire, target, transport, entry }
    return entry
  }
}

function inGroups(groups: readonly GroupEntry[], aliases: Aliases | undefined): MethodFinder {
  const find: MethodFinder = (wire, target, transport) => {
    if (target) return target.entry[transport].get(wire)
    for (const group of groups) {
      const entry = group[transport].get(wire)
      if (entry) return entry
    }
    return undefined
  }
  if (!aliases) return find
  return (wire, target, transport) => {
    const found = find(wire, target, transport)
    if (found) return found
    const meant = meantBy(wire, aliases)
    return meant === undefined ? undefined : find(meant, target, transport)
  }
}

function meantBy(wire: string, { methods = {}, namespaces = {} }: Aliases): string | undefined {
  if (Object.hasOwn(methods, wire)) return methods[wire]
  const prefix = /^[^._/]+/.exec(wire)?.[0] ?? ''
  return Object.hasOwn(namespaces, prefix)
    ? `${namespaces[prefix]}${wire.slice(prefix.length)}`
    : undefined
}
