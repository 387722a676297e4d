/** Paths below `path` and the host that serves them. */
export interface Route {
  readonly path: string
  readonly target: URL
}

/**
 * Returns the host for a requested path: that of the longest matching route, else `main`. Routes match whole
 * path segments.
 */
export function targetOf(main: URL, routes: readonly Route[], asked: string): URL {
  const [way = ''] = asked.split('?')
  const [longest] = routes
    .filter(({ path }) => way === path || way.startsWith(path.endsWith('/') ? path : `${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)
  return longest?.target ?? main
}
