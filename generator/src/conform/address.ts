import type { Before, Contract, PlayedClient } from '@rpcloom/conform'
import { withoutCredentials } from '@rpcloom/rpc/internal'
import { printable } from '../diagnostics/printable.ts'

/** A contract with the addresses of its endpoints. */
export interface AddressedContract {
  readonly contract: Contract
  /** The client of a program, which is played. */
  readonly client?: PlayedClient
  /** What is sent over each connection before the cases. */
  readonly before?: Before
  /** The WebSocket contract, for observed traffic. */
  readonly sockets: { readonly contract: Contract; readonly address: string }
  /** Names by which `--groups` can select the contract. */
  readonly names: readonly string[]
  /** Returns the address of an endpoint, by its path in the document. */
  readonly addressOf: (path: string) => string
  /** Returns the address of an endpoint of another server. */
  readonly addressAt: (base: string, path: string) => string
}

/**
 * Returns an address for output and reports, without user, password and query, which may contain an API key. The
 * command of a program is not changed.
 */
export function shownAddress(address: string): string {
  const isUrl = URL.canParse(address)
  return printable(isUrl ? withoutCredentials(address).replace(/[?#].*/s, '') : address)
}

/** Returns the address of an endpoint: its path in the document, appended to the given base URL. */
export function addressOf(
  base: string,
  contract: Pick<Contract, 'path' | 'pathIsDefault'>,
  pathAndQuery: string,
): string {
  const url = new URL(base)
  const [path = '', query] = pathAndQuery.split('?')
  const address = new URL(url.origin)
  address.pathname = joinedPath(url.pathname.replace(/\/+$/, ''), contract, path) || '/'
  // The query of the base URL, which may contain an API key, is part of every address.
  address.search = [url.search.slice(1), query ?? ''].filter((pair) => pair !== '').join('&')
  address.username = url.username
  address.password = url.password
  return address.href
}

/**
 * Returns the URL path of an endpoint: the path of the base URL, followed by the endpoint's path. If the base
 * URL already ends with the path of the document, the endpoint's path replaces it. If `x-group` does not set
 * a path, the base URL itself is the address of the document's endpoint.
 */
function joinedPath(
  base: string,
  { path: documentPath, pathIsDefault }: Pick<Contract, 'path' | 'pathIsDefault'>,
  path: string,
): string {
  if (base === '') return path
  if (path === documentPath && (pathIsDefault || base.endsWith(path))) return base
  return base.endsWith(documentPath) ? base.slice(0, -documentPath.length) + path : base + path
}
