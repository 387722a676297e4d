/** The target in the first line of a request. */
export interface RequestTarget {
  readonly path: string
  /** Query without the `?`. */
  readonly query: string
  /** Host in the target. It overrides the `Host` header (RFC 9112, section 3.2.2). */
  readonly host: string | undefined
}

/** Parses a target: a path and query, or an absolute URL as sent by proxies. */
export function requestTarget(url = '/'): RequestTarget {
  const absolute = url.startsWith('/') ? undefined : /^https?:\/\/([^/?]*)/i.exec(url)
  const origin = absolute ? url.slice(absolute[0].length) : url
  const mark = origin.indexOf('?')
  return {
    path: (mark < 0 ? origin : origin.slice(0, mark)) || '/',
    query: mark < 0 ? '' : origin.slice(mark + 1),
    host: absolute?.[1],
  }
}
