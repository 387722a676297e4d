import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
}

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
}

/** A site that a listener serves. */
export interface ServedSite {
  /** The path of the site, with a slash at its start and end. */
  readonly base: string
  /** The content security policy. */
  readonly policy: string
  /** Returns the content of a file by its path on the site, or undefined if there is none. */
  readonly open: (path: string) => Promise<Readable | undefined>
}

/** Returns a request listener for node:http that serves a site. */
export function openListener(site: ServedSite): RequestListener {
  return (request, response) => {
    response.setHeader('content-security-policy', site.policy)
    serve(request, response, site).catch(() => response.destroy())
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { base, open }: ServedSite,
): Promise<void> {
  const [path = '/'] = (request.url ?? '/').split('?')
  if (`${path}/` === base) return refuse(response, 308, 'Moved', { location: base })
  if (!path.startsWith(base)) return refuse(response, 404, 'Not found')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(response, 405, 'Only GET and HEAD', { allow: 'GET, HEAD' })
  }
  const wanted = path.slice(base.length)
  const name = fileName(wanted)
  const type = name === undefined ? undefined : types[extname(name)]
  const file = name === undefined || type === undefined ? undefined : await open(name)
  if (file === undefined) return missing(request, response, { path: wanted, open })
  const encodings = request.headers['accept-encoding'] ?? ''
  const isPacked = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(encodings)
  response.writeHead(200, {
    ...headers,
    'content-type': type,
    vary: 'accept-encoding',
    ...(isPacked && { 'content-encoding': 'gzip' }),
  })
  if (request.method === 'HEAD') {
    file.destroy()
    response.end()
    return
  }
  const parts = [file, ...(isPacked ? [createGzip()] : []), response]
  // Ends the response if reading fails, and stops reading if the client disconnects.
  pipeline(parts, () => {})
}

/** Sends the 404 page to browsers. Its links are adjusted to the requested path. */
async function missing(
  request: IncomingMessage,
  response: ServerResponse,
  { path, open }: Pick<ServedSite, 'open'> & { readonly path: string },
): Promise<void> {
  const isRead = /\btext\/html\b/.test(request.headers.accept ?? '')
  const page = isRead ? await open('404.html') : undefined
  if (page === undefined) return refuse(response, 404, 'Not found')
  const up = '../'.repeat(path.split('/').length - 1)
  const html = await text(page)
  response.writeHead(404, { ...headers, 'content-type': types['.html'] })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  // If the site has a base URL, the links of the page begin with it.
  const [, root = ''] = /\sdata-root="([^"]*)"/.exec(html) ?? []
  const links = /(\s(?:href|src|data-root)=")([^"]*)/g
  const moved = html.replace(links, (whole, name: string, url: string) => {
    if (/^(#|https?:)/.test(url)) return whole
    return name + up + (url.startsWith(root) ? url.slice(root.length) : url)
  })
  response.end(moved)
}

/** Returns the path of the file for a part of a URL. Undefined if the part is not encoded properly. */
function fileName(encoded: string): string | undefined {
  try {
    const path = decodeURIComponent(encoded)
    return path === '' || path.endsWith('/') ? `${path}index.html` : path
  } catch {
    return undefined
  }
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  more?: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, ...more, 'content-type': types['.txt'] })
  response.end(`${message}\n`)
}
