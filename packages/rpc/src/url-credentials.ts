/**
 * Matches user and password at the start of a URL, also if the password contains characters that should be
 * percent-encoded. A number after a host is a port, so `http://host:80/@a` has no user.
 */
const pattern = /^((?:[a-z][\w+.-]*:)?\/\/)([^\s/?#:[]*)(?::([^\s/?#]*|(?!\d*(?:[/?#]|$))\S*))?@/i

/** A URL without user and password. */
export interface PlainUrl {
  readonly url: string
  /** The header that sends user and password; undefined if the URL had none. */
  readonly authorization?: { readonly authorization: string }
}

/**
 * Removes user and password from a URL, because `fetch` rejects URLs with credentials, and because errors
 * and logs contain URLs.
 */
export function separateCredentials(url: string): PlainUrl {
  const [found, , user, password = ''] = pattern.exec(url) ?? []
  if (!found) return { url }
  // Keep the escape sequences of the URL.
  const encoded = encodeURI(`${user}:${password}`).replace(/%25(?=[\da-f]{2})/gi, '%')
  return {
    url: url.replace(pattern, '$1'),
    // `unescape` converts percent-encoded characters to one character per byte, as `btoa` expects.
    authorization: { authorization: `Basic ${btoa(unescape(encoded))}` },
  }
}

/** Removes user and password from every URL in a text. */
export function withoutCredentials(text: string): string {
  const parts = text.split(/(?=\b[a-z][\w+.-]{0,20}:\/\/)/i)
  return parts.map((part) => part.replace(pattern, '$1')).join('')
}

/** Returns the origin of a URL, for error messages: keys are often in the path or the query. */
export function redactedUrl(url: string): string {
  return url.replace(pattern, '$1').replace(/(?<=[^:/])[/?#].*/s, '')
}
