import type { RequestListener } from 'node:http'

/** placeholder until the docs package lands */
export function docsListener(): RequestListener {
  return (_, response) => {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('404 page not found')
  }
}
