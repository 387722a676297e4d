import type { RequestListener } from 'node:http'
import type { Health } from '../health/monitors.ts'

/**
 * Reports to load balancers whether a public node is healthy, as status 200 or 503 at the GET routes of the Health API.
 * The results of the checks and the JSON-RPC methods are node-local and stay hidden.
 */
export function publicHealthListener(
  { health, readiness }: Health,
  next: RequestListener,
): RequestListener {
  const routes: ReadonlyMap<string, () => boolean> = new Map([
    ['/ext/health', () => health.report().healthy],
    ['/ext/health/health', () => health.report().healthy],
    ['/ext/health/readiness', () => readiness.report().healthy],
    ['/ext/health/liveness', () => true],
  ])
  return (request, response) => {
    const { url = '', method } = request
    const isHealthy = routes.get(url.split('?', 1)[0] ?? '')
    if (isHealthy === undefined || (method !== 'GET' && method !== 'HEAD'))
      return next(request, response)
    const healthy = isHealthy()
    response
      .writeHead(healthy ? 200 : 503, { 'content-type': 'application/json' })
      .end(method === 'HEAD' ? undefined : JSON.stringify({ checks: {}, healthy }))
  }
}
