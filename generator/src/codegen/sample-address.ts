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
function serverOrigin(group: Pick<Group, 'servers'>): string | undefined {
  return firstUrl(group, /^https?:\/\//i)?.origin
}

/**
 * Returns the addresses that a program connects to. The paths of calls are added to them, so that a WebSocket server only
 * has its own path if the group has none.
 */
export function programAddresses(group: Pick<Group, 'servers' | 'route'>): ProgramAddresses {
  const url = serverOrigin(group)
  const found = firstUrl(group, /^wss?:\/\//i)
  const { path, wsPath = path } = group.route
  const ws = found && found.origin + (wsPath === '/' ? found.pathname.replace(/\/$/, '') : '')
  return url === undefined ? { url: ws } : { url, wsUrl: ws }
}

interface ProgramAddresses {
  readonly url: string | undefined
  readonly wsUrl?: string | undefined
}

function firstUrl({ servers }: Pick<Group, 'servers'>, scheme: RegExp): URL | undefined {
  const found = servers
    .map(addressOfServer)
    .find((address) => scheme.test(address) && URL.canParse(address))
  return found === undefined ? undefined : new URL(found)
}

/** Returns the port on which servers in code samples listen. */
export function samplePort(api: Pick<Api, 'groups'>): string {
  return new URL(sampleAddress(api)).port || new URL(usual).port
}
