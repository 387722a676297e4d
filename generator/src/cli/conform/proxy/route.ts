/** Paths below `path`, and the host of them. */
export interface Route {
  readonly path: string
  readonly target: URL
}

/** The host of what is asked: that of the longest route that leads there by whole steps of a path, else `main`. */
export function targetOf(main: URL, routes: readonly Route[], asked: string): URL {
  const [way = ''] = asked.split('?')
  const [longest] = routes
    .filter(({ path }) => way === path || way.startsWith(path.endsWith('/') ? path : `${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)
  return longest?.target ?? main
}
