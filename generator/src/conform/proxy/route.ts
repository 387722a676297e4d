/** A host to which requests for a path and all paths below it are forwarded. */
export interface Route {
  readonly path: string
  readonly target: URL
}

/**
 * Returns the host for a requested path: the host of the longest matching route, or `main` if no route
 * matches. A route only matches whole path segments.
 */
export function targetOf(main: URL, routes: readonly Route[], asked: string): URL {
  const [way = ''] = asked.split('?')
  const [longest] = routes
    .filter(({ path }) => way === path || way.startsWith(path.endsWith('/') ? path : `${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)
  return longest?.target ?? main
}
