/** A host that serves a path and everything below it. */
export interface Route {
  readonly path: string
  readonly target: URL
}

/**
 * Returns the host for the requested path: that of the longest matching route, or else `main`. A route
 * matches only whole path segments.
 */
export function targetOf(main: URL, routes: readonly Route[], asked: string): URL {
  const [way = ''] = asked.split('?')
  const [longest] = routes
    .filter(({ path }) => way === path || way.startsWith(path.endsWith('/') ? path : `${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)
  return longest?.target ?? main
}
