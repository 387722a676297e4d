import { addressOfServer } from '../model/document/servers.ts'
import type { Api, Group } from '../model/types.ts'

const usual = 'http://127.0.0.1:8545'

/**
 * Returns the base URL for code samples: that of the first documented server whose variables have defaults,
 * without its path, user and password.
 */
export function sampleAddress({ groups }: Pick<Api, 'groups'>): string {
  const [first] = groups.flatMap((group) => serverOrigin(group) ?? [])
  return first ?? usual
}

/** Returns the base URL of the first documented HTTP server of a group, without its path; undefined if there is none. */
export function serverOrigin({ servers }: Pick<Group, 'servers'>): string | undefined {
  const url = servers
    .map(addressOfServer)
    .find((address) => /^https?:\/\//i.test(address) && URL.canParse(address))
  return url === undefined ? undefined : new URL(url).origin
}

/** Returns the port on which servers in code samples listen. */
export function samplePort(api: Pick<Api, 'groups'>): string {
  return new URL(sampleAddress(api)).port || new URL(usual).port
}
