import { pathOfServers, pathsOf, withoutCredentials } from '@rpcloom/rpc/internal'
import type { Group, Method, Server } from '../model/types.ts'
import {
  credentialPlaceholder,
  hasCredentials,
  isCredentialVariable,
} from '../openrpc/credentials.ts'

/** Returns groups whose servers and paths have no credentials (RL216), for docs and exports. */
export function withPublicServers(groups: readonly Group[]): readonly Group[] {
  return groups.map((group) => {
    const servers = group.servers.map(publicServer)
    const { pathIsDefault, path, at = path, wsPath, wsAt = wsPath } = group.route
    const declared = { path: pathIsDefault ? undefined : at, wsPath: wsAt }
    return {
      ...group,
      servers,
      route: { ...group.route, ...pathsOf(servers.map(declaration), declared) },
      methods: group.methods.map(withPublicAddress),
      clientMethods: group.clientMethods.map(withPublicAddress),
    }
  })
}

function withPublicAddress(method: Method): Method {
  if (method.servers.length === 0) return method
  const servers = method.servers.map(publicServer)
  const path = method.path && pathOfServers(servers.map(declaration), 'http')
  return { ...method, servers, ...(path !== undefined && { path }) }
}

/** Returns the server object of a document. */
function declaration({ url, variables }: Server): object {
  return { url, variables: Object.fromEntries(variables.map((one) => [one.name, one])) }
}

function publicServer(server: Server): Server {
  const url = publicUrl(server.url)
  const variables = server.variables.map(({ enum: values = [], ...variable }) => {
    const isPublic = (value: string): boolean => !isCredentialVariable(url, variable.name, value)
    const shown = values.filter(isPublic)
    return {
      ...variable,
      default: isPublic(variable.default) ? variable.default : (shown[0] ?? credentialPlaceholder),
      ...(shown.length > 0 && { enum: shown }),
    }
  })
  return { ...server, url, variables }
}

function publicUrl(url: string): string {
  if (!hasCredentials(url)) return url
  const anonymous = withoutCredentials(url)
  return hasCredentials(anonymous) ? anonymous.replace(/\?[^#]*/, '') : anonymous
}
