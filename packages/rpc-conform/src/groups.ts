import type { ServerGroup } from '@rpcloom/rpc/server'
import { readContract } from './read.ts'
import type { Contract } from './types.ts'

/** Returns the contracts of a server's groups, with the paths where the server offers them. */
export function contractsOf(groups: readonly ServerGroup[]): Promise<readonly Contract[]> {
  return Promise.all(
    groups.map(async (group) => {
      const { key, path } = group
      return { ...readContract(await group.document()), group: key, path }
    }),
  )
}
