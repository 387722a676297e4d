import type { Contract } from '@rpcloom/conform'

/** Returns the address for a path of the document, below the given address. */
export function addressOf(
  base: string,
  contract: Pick<Contract, 'path' | 'pathIsDefault'>,
  path: string,
): string {
  const url = new URL(base)
  const own = url.pathname.replace(/\/+$/, '')
  const [way = '', query] = path.split('?')
  const place = placeOf(own, contract, way)
  const address = new URL(url.origin)
  address.pathname = place === '' ? '/' : place
  // The query of the given address, such as an API key, is sent with every request.
  const pairs = [url.search.slice(1), query ?? ''].filter((pair) => pair !== '')
  address.search = pairs.join('&')
  address.username = url.username
  address.password = url.password
  return address.href
}

/**
 * Returns the URL path of an endpoint. If the given address has a path, it is the endpoint itself, provided
 * that the document sets the same path or does not set one by `x-group`. Otherwise the document's paths are
 * appended to it.
 */
function placeOf(
  own: string,
  { path, pathIsDefault }: Pick<Contract, 'path' | 'pathIsDefault'>,
  way: string,
): string {
  if (own === '') return way
  if (way === path && (pathIsDefault || own.endsWith(path))) return own
  if (own.endsWith(path)) return own.slice(0, own.length - path.length) + way
  return own + way
}
