import type { Contract } from '@rpcloom/conform'

/** Where requests of a contract go: paths of its document below the address that was given. */
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
  // A key in the address itself goes with every request.
  const pairs = [url.search.slice(1), query ?? ''].filter((pair) => pair !== '')
  address.search = pairs.join('&')
  address.username = url.username
  address.password = url.password
  return address.href
}

/**
 * An address with a path of its own stands for the endpoint, where the document does not say its path by
 * `x-group`, or says the same; else paths go below it.
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
