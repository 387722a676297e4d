import { addressOfServer, type Api, type Server } from 'rpcloom/model'

/** Maximum number of URLs per server, because the policy is sent as a header of limited size. */
const mostAddresses = 64

/**
 * Returns the origins of the documents' servers for HTTP and WebSocket, as `connect-src` sources of
 * a Content-Security-Policy. A variable in the host name is expanded to all of its `enum` values,
 * or else to its default.
 */
export function connectSources(api: Api): readonly string[] {
  const servers = api.groups.flatMap((group) => [
    ...group.servers,
    ...group.methods.flatMap((method) => method.servers),
  ])
  const origins = servers.flatMap(addressesOf).flatMap(originOf)
  const distinct = [...new Set(origins)].sort().slice(0, mostAddresses)
  return distinct.flatMap((origin) => [origin, origin.replace('http', 'ws')])
}

function addressesOf(server: Server): readonly string[] {
  let addresses: readonly Server[] = [server]
  for (const { name, enum: values } of server.variables) {
    addresses = addresses
      .flatMap((one) =>
        values === undefined ? [one] : values.map((value) => withDefault(one, name, value)),
      )
      .slice(0, mostAddresses)
  }
  return [addressOfServer(server), ...addresses.map(addressOfServer)]
}

function withDefault(server: Server, name: string, value: string): Server {
  const variables = server.variables.map((variable) =>
    variable.name === name ? { ...variable, default: value } : variable,
  )
  return { ...server, variables }
}

/**
 * Returns the origin of a URL if policies accept it. Only host names and IPv4 addresses are
 * accepted, because policies reject other hosts or treat them as wildcards.
 */
function originOf(address: string): readonly string[] {
  if (!URL.canParse(address)) return []
  const { protocol, hostname, origin } = new URL(address.replace(/^ws/i, 'http'))
  const isPlain = /^https?:$/.test(protocol) && /^[a-z0-9.-]+$/i.test(hostname)
  return isPlain ? [origin] : []
}
