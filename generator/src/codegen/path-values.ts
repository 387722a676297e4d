import { variablesOf } from '@rpcloom/rpc/internal'
import type { Group } from '../model/types.ts'

/** Returns the allowed values of the variables in the path of a group, for those with an `enum` in the servers. */
export function allowedValues({
  route: { at = '' },
  servers,
}: Group): ReadonlyMap<string, readonly string[]> {
  const known = servers.flatMap(({ variables }) => variables)
  return new Map(
    variablesOf(at).flatMap((name) => {
      const lists = known.filter((one) => one.name === name).map((one) => one.enum)
      // A value that one of the servers allows may be passed.
      const isListed = lists.length > 0 && lists.every((list) => list !== undefined)
      return isListed ? [[name, [...new Set(lists.flatMap((list) => list ?? []))]] as const] : []
    }),
  )
}
