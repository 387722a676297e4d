import type { Contract } from '@rpcloom/conform'

/** A contract with its address. */
export interface AddressedContract {
  readonly contract: Contract
  /** The contract over WebSocket, for observed traffic. */
  readonly sockets: { readonly contract: Contract; readonly address: string }
  /** Names by which `--groups` can select the contract. */
  readonly names: readonly string[]
  /** Returns the address for a path of the document. */
  readonly addressOf: (path: string) => string
}

/** Returns the address for a path of the document, below the given address. */
export function addressOf(
  base: string,
  contract: Pick<Contract, 'path' | 'pathIsDefault'>,
  pathAndQuery: string,
): string {
  const url = new URL(base)
  const [path = '', query] = pathAndQuery.split('?')
  const address = new URL(url.origin)
  address.pathname = joinedPath(url.pathname.replace(/\/+$/, ''), contract, path) || '/'
  // The query of the given address, such as an API key, is sent with every request.
  address.search = [url.search.slice(1), query ?? ''].filter((pair) => pair !== '').join('&')
  address.username = url.username
  address.password = url.password
  return address.href
}

/**
 * Returns the URL path of an endpoint. If the given address has a path, it is the endpoint itself, provided
 * that the document sets the same path or does not set one by `x-group`. Otherwise the document's paths are
 * appended to it.
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
