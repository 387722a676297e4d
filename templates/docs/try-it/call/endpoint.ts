import type { GroupData, MethodData, ServerData } from '../group-data.ts'

export type Carrier = { readonly kind: 'http' } | { readonly kind: 'ws' } | RouteCarrier

export interface RouteCarrier {
  readonly kind: 'get'
  readonly path: string
}

export type Endpoint =
  { readonly kind: 'url'; readonly url: URL } | { readonly kind: 'fault'; readonly message: string }

interface Called {
  readonly group: GroupData
  readonly method: MethodData
  /** Whether the address is that of a server in the document, with its path. */
  readonly isListed: boolean
}

/** Returns the address of a call for the address of a node, which the reader selected or entered. */
export function endpointOf(
  address: string,
  carrier: Carrier,
  { group, method, isListed }: Called,
): Endpoint {
  const written = address.trim()
  if (written === '') return { kind: 'fault', message: 'Enter the address of a server.' }
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `http://${written}`
  if (!URL.canParse(full)) return { kind: 'fault', message: 'This is not a valid address.' }
  const url = new URL(full)
  if (!/^(https?|wss?):$/.test(url.protocol)) {
    return { kind: 'fault', message: 'The address must start with http:// or https://.' }
  }
  if (url.username !== '' || url.password !== '') {
    return {
      kind: 'fault',
      message: 'Browsers do not send requests to addresses that contain a user name and password.',
    }
  }
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:'
  const isOfCarrier = url.protocol.startsWith('ws') === (carrier.kind === 'ws')
  if (carrier.kind === 'ws') url.protocol = isSecure ? 'wss:' : 'ws:'
  else url.protocol = isSecure ? 'https:' : 'http:'
  url.hash = ''
  if (carrier.kind === 'get') url.pathname = joined(withoutRoute(url.pathname, group), carrier.path)
  else url.pathname = pathOf(url.pathname, carrier, { group, method, isListed, isOfCarrier })
  return { kind: 'url', url }
}

/**
 * Returns the path of a call. A path in the URL that the reader entered replaces a group path that
 * comes from a server of the document.
 */
function pathOf(
  given: string,
  { kind }: Carrier,
  { group, method, isListed, isOfCarrier }: Called & { readonly isOfCarrier: boolean },
): string {
  const socket = kind === 'ws' && method.path === undefined ? group.wsPath : undefined
  const path = method.path ?? socket ?? group.path
  const isOfServers =
    method.path !== undefined ||
    (socket === undefined ? group.pathIsServers : group.wsPathIsServers)
  if (isOfServers && isListed && (isOfCarrier || group.wsPath === undefined)) return given
  if (given === '/' || given === '') return path
  return isOfServers && !isListed ? given : joined(withoutRoute(given, group), path)
}

/**
 * Removes the group's path from a URL. The remaining URL of the node is the same for all
 * transports.
 */
function withoutRoute(given: string, { path, wsPath }: GroupData): string {
  const route = [path, wsPath].find((one) => one !== undefined && given.endsWith(one))
  return route === undefined ? given : given.slice(0, -route.length)
}

function joined(base: string, path: string): string {
  return path === '/' ? base : base.replace(/\/+$/, '') + path
}

export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

export function isLocalNetwork(url: URL): boolean {
  const { hostname } = url
  return (
    isLoopback(url) ||
    /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)|\.(local|lan|internal)$/.test(hostname)
  )
}

export function serverAddress(
  { url, variables }: ServerData,
  values: Readonly<Record<string, string>> = {},
): string {
  const known = new Map(variables.map(({ name, default: usual }) => [name, values[name] ?? usual]))
  return url.replaceAll(/\$?\{([^{}]*)\}/g, (all, name: string) => known.get(name) ?? all)
}
