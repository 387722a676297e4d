import type { ServerGroup } from '@native-node/server'
import { isRecord } from '@rpcloom/rpc'

/** What ties a method to one of several nodes (`x-affinity`). */
export type Affinity = 'session' | 'keys'

const known = new WeakMap<ServerGroup, Promise<ReadonlyMap<string, Affinity>>>()

/** Reads the affinity of a method from the document of its group. */
export async function affinityOf(
  group: ServerGroup,
  method: string,
): Promise<Affinity | undefined> {
  const read = known.get(group) ?? affinitiesOf(group)
  known.set(group, read)
  return (await read).get(method)
}

async function affinitiesOf(group: ServerGroup): Promise<ReadonlyMap<string, Affinity>> {
  const { methods } = await group.document()
  const all = Array.isArray(methods) ? methods.filter(isRecord) : []
  return new Map(
    all.flatMap(({ name, 'x-affinity': affinity }) =>
      affinity === 'session' || affinity === 'keys' ? [[String(name), affinity] as const] : [],
    ),
  )
}
