/** Where a request is addressed to, as its first line says. */
export interface RequestTarget {
  readonly path: string
  /** Without the mark. */
  readonly query: string
  /** Named in place of the `Host` header, which then means nothing (RFC 9112, section 3.2.2). */
  readonly host: string | undefined
}

/** A path and query; a proxy may write the whole address before them. */
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
