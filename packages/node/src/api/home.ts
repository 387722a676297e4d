import type { RequestListener } from 'node:http'

/** What the page of the node shows. */
export interface Home {
  readonly version: string
  readonly networkID: number
  readonly isPublic: boolean
  readonly hasMetrics: boolean
  readonly hasRpcloom: boolean
}

/** Serves the page at `/`, which links the documentation, health and metrics. */
export function homeListener(home: Home, next: RequestListener): RequestListener {
  const page = homePage(home)
  return (request, response) => {
    const { url = '', method = '' } = request
    if (url.split('?', 1)[0] !== '/' || !['GET', 'HEAD'].includes(method))
      return next(request, response)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(page),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    })
    response.end(method === 'HEAD' ? undefined : page)
  }
}

/** Returns the page. Its values are numbers and the version of this package, so nothing has to be escaped. */
function homePage({ version, networkID, isPublic, hasMetrics, hasRpcloom }: Home): string {
  const links = [
    ['/docs/', 'Documentation'],
    ...(hasRpcloom ? [['/rpcloom/', 'rpcloom']] : []),
    ['/ext/health', 'Health'],
    ['/ext/health/readiness', 'Readiness'],
    ['/ext/health/liveness', 'Liveness'],
    ...(hasMetrics ? [['/ext/metrics', 'Metrics']] : []),
  ]
  const items = links.map(([path, text]) => `<li><a href="${path}">${text}</a></li>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>native-node</title>
<style>body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }</style>
<h1>native-node</h1>
<p>Version ${version}, network ${networkID}${isPublic ? ', public mode' : ''}</p>
<ul>${items.join('')}</ul>
</html>
`
}
