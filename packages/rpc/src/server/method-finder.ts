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
